import { readFileSync } from "node:fs";
import { MerklePatriciaTrie, verifyMPTWithMerkleProof } from "@ethereumjs/mpt";
import { hexToBytes } from "@ethereumjs/util";
import { fromRlp, type Hex, keccak256, toHex } from "viem";
import type { KyaProof } from "../kya-proof.ts";

/** The proof of a suspended agent, from a local chain with 60 believable and 10,000 filled agents. */
export const SUSPENDED_AGENT: KyaProof = JSON.parse(
  readFileSync(new URL("./suspended-agent.json", import.meta.url), "utf8"),
);

const STATE_ROOT = 3;
const STORAGE_ROOT = 2;

/** The same steps with another implementation's tries: header, account, and the value of each slot. */
export async function readWithMpt({
  block,
  registry,
  accountProof,
  storageProof,
}: KyaProof): Promise<bigint[]> {
  if (keccak256(block.header) !== block.hash) throw new Error("The header has another hash");
  const stateRoot = fromRlp(block.header, "hex")[STATE_ROOT] as Hex;
  const account = await readTrie({ root: stateRoot, key: registry, nodes: accountProof });
  const storageRoot = fromRlp(toHex(account), "hex")[STORAGE_ROOT] as Hex;
  const values: bigint[] = [];
  for (const { key, proof } of storageProof) {
    const value = await readTrie({ root: storageRoot, key, nodes: proof });
    values.push(BigInt(fromRlp(toHex(value), "hex") as Hex));
  }
  return values;
}

async function readTrie({ root, key, nodes }: { root: Hex; key: Hex; nodes: Hex[] }): Promise<Uint8Array> {
  const trie = new MerklePatriciaTrie({ useKeyHashing: true });
  const value = await verifyMPTWithMerkleProof(
    trie,
    hexToBytes(root),
    hexToBytes(key),
    nodes.map(hexToBytes),
  );
  if (value === null) throw new Error("There is nothing under this key");
  return value;
}
