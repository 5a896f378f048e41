import assert from "node:assert/strict";
import { it } from "node:test";
import { maskRpcUrl } from "./mask-rpc-url.ts";

const cases: [given: string, shown: string][] = [
  ["https://sepolia.base.org", "https://sepolia.base.org"],
  ["http://127.0.0.1:8545/", "http://127.0.0.1:8545"],
  ["https://user:secret@node.example/rpc", "https://node.example/rpc"],
  ["https://node.example/v2/0123456789abcdef0123456789abcdef", "https://node.example/v2/***"],
  ["https://node.example/rpc?apikey=secret#frag", "https://node.example/rpc"],
  ["not an address with secret", "(not an address)"],
];

for (const [given, shown] of cases) {
  it(`shows ${shown}`, () => assert.equal(maskRpcUrl(given), shown));
}
