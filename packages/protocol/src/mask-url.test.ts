import assert from "node:assert/strict";
import { it } from "node:test";
import { maskUrl, maskUrls } from "./mask-url.ts";

const cases: [given: string, shown: string][] = [
  ["https://sepolia.base.org", "https://sepolia.base.org"],
  ["http://127.0.0.1:8545/", "http://127.0.0.1:8545"],
  ["https://user:secret@node.example/rpc", "https://node.example/rpc"],
  ["https://node.example/v2/0123456789abcdef0123456789abcdef", "https://node.example/v2/***"],
  ["https://node.example/rpc?apikey=secret#frag", "https://node.example/rpc"],
  ["https://node.example/rpc/", "https://node.example/rpc/"],
  [`https://node.example/${"a".repeat(15)}`, `https://node.example/${"a".repeat(15)}`],
  [`https://node.example/${"a".repeat(16)}/x`, "https://node.example/***/x"],
  ["not an address with secret", "(not an address)"],
];

for (const [given, shown] of cases) {
  it(`shows the address ${shown}`, () => assert.equal(maskUrl(given), shown));
}

const KEY = "0123456789abcdef0123456789abcdef";

const texts: [given: string, shown: string][] = [
  ["no address at all", "no address at all"],
  [`URL: https://node.example/v2/${KEY}\nBody: {}`, "URL: https://node.example/v2/***\nBody: {}"],
  ["(HTTP://u:secret@node.example:8545).", "(http://node.example:8545)."],
  [`wss://node.example/${KEY}, ws://u@node.example?key=${KEY}`, "wss://node.example/***, ws://node.example"],
  [`'https://a.example/x','https://u:pass@b.example'`, `'https://a.example/x','https://b.example'`],
  [`{"url":"https://u:it's@node.example/rpc"}`, `{"url":"https://node.example/rpc"}`],
  [JSON.stringify(`first https://u:p@a.example/x\nlast`), JSON.stringify("first https://a.example/x\nlast")],
  [
    "at http://u:p@[::1], or RPC_URL=http://u:p@[::1]:8545.",
    "at http://[::1], or RPC_URL=http://[::1]:8545.",
  ],
  ["see https://u:p@a.example/x?k=1)}'`.,;:!?", "see https://a.example/x)}'`.,;:!?"],
  ["<https://u:p@a.example/x>", "<https://a.example/x>"],
  ["https://u:p@a.example/xhttps://u:p@b.example/y", "https://a.example/xhttps://b.example/y"],
  ["http://u:p@a.example/xhttp://u:p@b.example/y", "http://a.example/xhttp://b.example/y"],
  ["ws://u:p@a.example/xws://u:p@b.example/y", "ws://a.example/xws://b.example/y"],
  ["ftp://u:p@a.example", "ftp://u:p@a.example"],
  ["https://u:p@a.example:notaport/x", "(not an address)"],
];

for (const [given, shown] of texts) {
  it(`shows the text ${JSON.stringify(shown)}`, () => assert.equal(maskUrls(given), shown));
}
