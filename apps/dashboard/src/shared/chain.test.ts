import assert from "node:assert/strict";
import test from "node:test";
import { toChainPlace } from "./chain.ts";

test("a local chain has no explorer", () => {
  for (const rpc of [
    "http://127.0.0.1:8545",
    "http://localhost:8545",
    "http://192.168.1.4:8545",
    "http://chain:8545",
  ])
    assert.deepEqual(toChainPlace(rpc), { name: "Local chain", explorerUrl: null });
});

test("a public node is of the public network", () => {
  for (const rpc of ["https://sepolia.base.org", "https://rpc.example.com/v2/***"])
    assert.deepEqual(toChainPlace(rpc), {
      name: "Base Sepolia",
      explorerUrl: "https://sepolia.basescan.org",
    });
});

test("what is no address names no chain", () => {
  assert.equal(toChainPlace("").explorerUrl, null);
});
