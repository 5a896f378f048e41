import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesToHex, getAddress, hashTypedData } from "viem";
import { hashProof } from "./hash-proof.ts";
import { toProofTypedData } from "./proof.ts";

const random = (size: number) => crypto.getRandomValues(new Uint8Array(size));
const randomAddress = () => getAddress(bytesToHex(random(20)));

test("a proof has the hash that wallets sign, whatever it holds", () => {
  const texts = ["", "/", "/jobs?fast=1", "/jobs/äöü 🙂", "x".repeat(5_000)];
  for (let i = 0; i < 50; i += 1) {
    const input = {
      domain: { chainId: i * 84_532, registryAddress: randomAddress() },
      proof: {
        wallet: randomAddress(),
        host: i % 2 === 0 ? "api.example.com" : "[::1]:4000",
        issuedAt: i === 0 ? 0 : 1_800_000_000 + i,
        nonce: bytesToHex(random(32)),
      },
      request: { method: i % 3 === 0 ? "post" : "GET", path: texts[i % 5] ?? "", body: random(i * 7) },
    };
    const expected = hashTypedData(toProofTypedData(input));
    assert.equal(hashProof(input), expected);
    // Again, with what is remembered of the register.
    const next = { ...input, proof: { ...input.proof, nonce: bytesToHex(random(32)) } };
    assert.equal(hashProof(next), hashTypedData(toProofTypedData(next)));
  }
});
