import assert from "node:assert/strict";
import test from "node:test";
import { toChainInfo } from "./chain-info.ts";

test("a local chain has no explorer", () => {
  for (const rpc of [
    "http://127.0.0.1:8545",
    "http://localhost:8545",
    "http://192.168.1.4:8545",
    "http://chain:8545",
  ])
    assert.deepEqual(toChainInfo(rpc), { name: "Local chain", explorerUrl: null });
});

test("a node at a public address belongs to the public network", () => {
  for (const rpc of ["https://sepolia.base.org", "https://rpc.example.com/v2/***"])
    assert.deepEqual(toChainInfo(rpc), {
      name: "Base Sepolia",
      explorerUrl: "https://sepolia.basescan.org",
    });
});

test("a value that is not a URL names no chain", () => {
  assert.equal(toChainInfo("").explorerUrl, null);
});
