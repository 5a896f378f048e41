import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";
import { keccak_256 } from "@noble/hashes/sha3";
import {
  type KyaProof,
  parseKyaProof,
  readProofHeader,
  readProvenEntry,
  readStorageRoot,
} from "./kya-proof.ts";
import { UntrustedProof } from "./untrusted-proof.ts";

const PROOF: KyaProof = JSON.parse(
  readFileSync(new URL("./testing/suspended-agent.json", import.meta.url), "utf8"),
);
const FLIPS = process.env.DEEP ? Number.POSITIVE_INFINITY : 3_000;

/** Of thousands of proofs all nodes but one are the same, and hashing is most of the time. */
const known = new Map<string, Uint8Array>();
function keccak256(bytes: Uint8Array): Uint8Array {
  return known.get(Buffer.from(bytes).toString("latin1")) ?? keccak_256(bytes);
}

function prove(value: unknown) {
  const proof = parseKyaProof(value);
  const header = readProofHeader(proof, keccak256);
  const { registry, wallet } = PROOF;
  return readProvenEntry(proof, {
    storageRoot: readStorageRoot(proof, { header, registry, keccak256 }),
    wallet,
    keccak256,
  });
}

it("a proof is refused with any bit turned of what it is made of", () => {
  const proof = structuredClone(PROOF);
  const { block, accountProof, storageProof } = proof;
  type Part = [name: string, holder: Record<string | number, unknown>, key: string | number];
  const parts = [
    ["hash", block, "hash"],
    ["header", block, "header"],
    ...accountProof.map((_, i) => [`account, node ${i}`, accountProof, i]),
    ...storageProof.flatMap((slot, of) => [
      [`key ${of}`, slot, "key"],
      ...slot.proof.map((_, i) => [`slot ${of}, node ${i}`, slot.proof, i]),
    ]),
  ] as unknown as Part[];
  for (const hex of [block.header, ...accountProof, ...storageProof.flatMap((slot) => slot.proof)]) {
    const bytes = Buffer.from(hex.slice(2), "hex");
    known.set(bytes.toString("latin1"), keccak_256(bytes));
  }
  assert.equal(prove(proof)?.agentId, 5);

  const lengths = parts.map(([, holder, key]) => (holder[key] as string).length - 2);
  const bits = lengths.reduce((sum, length) => sum + length * 4, 0);
  const step = Math.max(1, bits / FLIPS);
  let start = 0;
  for (const [index, [name, holder, key]] of parts.entries()) {
    const hex = holder[key] as string;
    const end = start + (lengths[index] ?? 0) * 4;
    // Spread evenly over the whole.
    for (let flip = Math.ceil(start / step); flip * step < end; flip += 1) {
      const bit = Math.floor(flip * step) - start;
      const at = 2 + (bit >> 2);
      const digit = (Number.parseInt(hex[at] ?? "0", 16) ^ (1 << (bit & 3))).toString(16);
      holder[key] = hex.slice(0, at) + digit + hex.slice(at + 1);
      assert.throws(() => prove(proof), UntrustedProof, `${name}, bit ${bit}`);
    }
    holder[key] = hex;
    start = end;
  }
  assert.equal(prove(proof)?.agentId, 5);
});
