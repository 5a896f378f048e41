import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createHeadCheck } from "./check-head.ts";
import { formatProof, PROOF_HEADER, type Proof } from "./proof.ts";
import { PROOF_SCHEMES } from "./proof-scheme.ts";

const NOW = 1_800_000_000;
const proof: Proof = {
  wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  host: "api.example.com",
  issuedAt: NOW,
  nonce: `0x${"ab".repeat(32)}`,
  signature: `0x${"cd".repeat(65)}`,
};
const checkHead = createHeadCheck({
  hosts: ["API.example.com"],
  accept: PROOF_SCHEMES,
  accounts: "eoa-only",
  maxBodyBytes: 100,
  getChainId: async () => 1,
  now: () => NOW,
});

/** The reason of the refusal, or the wallet that the proof names. */
async function check(fields: Record<string, string>): Promise<string | undefined> {
  const result = await checkHead({ method: "POST", path: "/jobs", header: (name) => fields[name] });
  return "refusal" in result ? result.refusal.reason : result.proofs[0]?.wallet;
}

function checkProof(overrides: Partial<Proof> = {}, fields: Record<string, string> = {}) {
  return check({ [PROOF_HEADER]: formatProof({ ...proof, ...overrides }), ...fields });
}

describe("what is said about a request before its body is read", () => {
  test("a proof for this service that holds is passed on", async () => {
    assert.equal(await checkProof(), proof.wallet);
  });

  test("a request without a proof, or with one that cannot be read, is refused", async () => {
    assert.equal(await check({}), "missing-proof");
    assert.equal(await check({ [PROOF_HEADER]: "" }), "malformed-proof");
  });

  test("a proof holds for 60 seconds, and from 10 seconds ahead of our clock", async () => {
    assert.equal(await checkProof({ issuedAt: NOW - 60 }), proof.wallet);
    assert.equal(await checkProof({ issuedAt: NOW - 61 }), "expired-proof");
    assert.equal(await checkProof({ issuedAt: NOW + 10 }), proof.wallet);
    assert.equal(await checkProof({ issuedAt: NOW + 11 }), "expired-proof");
  });

  test("a proof for another host is refused", async () => {
    assert.equal(await checkProof({ host: "example.com" }), "foreign-proof");
  });

  test("a body may be as long as the limit", async () => {
    assert.equal(await checkProof({}, { "content-length": "100" }), proof.wallet);
    assert.equal(await checkProof({}, { "content-length": "101" }), "body-too-large");
    // Whatever is not a number is found out while the body is read.
    assert.equal(await checkProof({}, { "content-length": "many" }), proof.wallet);
  });
});
