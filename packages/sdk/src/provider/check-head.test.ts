import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createHeadCheck } from "./check-head.ts";
import { formatProof, type Proof } from "./proof.ts";

const NOW = 1_800_000_000;
const proof: Proof = {
  wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  host: "api.example.com",
  issuedAt: NOW,
  nonce: `0x${"ab".repeat(32)}`,
  signature: `0x${"cd".repeat(65)}`,
};
const checkHead = createHeadCheck({ hosts: ["API.example.com"], maxBodyBytes: 100, now: () => NOW });

function check(overrides: Partial<Proof> = {}, contentLength?: string) {
  const result = checkHead({ proofHeader: formatProof({ ...proof, ...overrides }), contentLength });
  return "refusal" in result ? result.refusal.reason : result.proof;
}

describe("what is said about a request before its body is read", () => {
  test("a proof for this service that holds is passed on", () => {
    assert.deepEqual(check(), proof);
  });

  test("a request without a proof, or with one that cannot be read, is refused", () => {
    const reasonOf = (proofHeader?: string) => {
      const result = checkHead({ proofHeader, contentLength: undefined });
      return "refusal" in result && result.refusal.reason;
    };
    assert.equal(reasonOf(undefined), "missing-proof");
    assert.equal(reasonOf(""), "malformed-proof");
  });

  test("a proof holds for 60 seconds, and from 10 seconds ahead of our clock", () => {
    assert.notEqual(check({ issuedAt: NOW - 60 }), "expired-proof");
    assert.equal(check({ issuedAt: NOW - 61 }), "expired-proof");
    assert.notEqual(check({ issuedAt: NOW + 10 }), "expired-proof");
    assert.equal(check({ issuedAt: NOW + 11 }), "expired-proof");
  });

  test("a proof for another host is refused", () => {
    assert.equal(check({ host: "example.com" }), "foreign-proof");
  });

  test("a body may be as long as the limit", () => {
    assert.deepEqual(check({}, "100"), proof);
    assert.equal(check({}, "101"), "body-too-large");
    // Whatever is not a number is found out while the body is read.
    assert.deepEqual(check({}, "many"), proof);
  });
});
