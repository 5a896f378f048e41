import assert from "node:assert/strict";
import test from "node:test";
import { toChainInfo } from "./chain-info.ts";

const BASE = {
  chainId: 8453,
  genesisHash: "0xf712aa9241cc24369b143cf6dce85f0902a9731e70d66818a3a5845b296c73dd",
} as const;
const BASE_SEPOLIA = {
  chainId: 84532,
  genesisHash: "0x0dcc9e089e30b90ddfc55be9a37dd15bc551aeee999d2e2b51414c54eaf934e4",
} as const;
const genesisHash = `0x${"00".repeat(32)}` as const;
const without = { explorerUrl: null };

test("a public chain has its own name, explorer and node", () => {
  assert.deepEqual(toChainInfo({ identity: BASE, ...without }), {
    name: "Base",
    explorerUrl: "https://basescan.org",
    publicRpcUrl: "https://mainnet.base.org",
  });
  assert.deepEqual(toChainInfo({ identity: BASE_SEPOLIA, ...without }), {
    name: "Base Sepolia",
    explorerUrl: "https://sepolia.basescan.org",
    publicRpcUrl: "https://sepolia.base.org",
  });
});

test("Ethereum and its test network have theirs", () => {
  for (const [chainId, firstBlock, name, explorerUrl] of [
    [
      1,
      "0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3",
      "Ethereum",
      "https://etherscan.io",
    ],
    [
      11155111,
      "0x25a5cc106eea7138acab33231d7160d69cb777ee0c2c553fcddf5138993e6dd9",
      "Sepolia",
      "https://sepolia.etherscan.io",
    ],
  ] as const)
    assert.deepEqual(toChainInfo({ identity: { chainId, genesisHash: firstBlock }, ...without }), {
      name,
      explorerUrl,
      publicRpcUrl: null,
    });
});

test("a chain under a public one's id with another first block is not that one, and has no explorer", () => {
  for (const chainId of [8453, 84532])
    assert.deepEqual(toChainInfo({ identity: { chainId, genesisHash }, ...without }), {
      name: `Private chain ${chainId}`,
      explorerUrl: null,
      publicRpcUrl: null,
    });
});

test("any other chain is named by its id, and links nowhere", () => {
  for (const [chainId, name] of [
    [31_337, "Local chain"],
    [12_345, "Chain 12345"],
    [2, "Chain 2"],
  ] as const)
    assert.deepEqual(toChainInfo({ identity: { chainId, genesisHash }, ...without }), {
      name,
      explorerUrl: null,
      publicRpcUrl: null,
    });
  assert.deepEqual(toChainInfo({ identity: undefined, ...without }), {
    name: "Unknown chain",
    explorerUrl: null,
    publicRpcUrl: null,
  });
});

test("the configured explorer is used whatever the chain", () => {
  const explorerUrl = "https://explorer.example";
  for (const identity of [BASE, { chainId: 12_345, genesisHash }, undefined])
    assert.equal(toChainInfo({ identity, explorerUrl }).explorerUrl, explorerUrl);
});
