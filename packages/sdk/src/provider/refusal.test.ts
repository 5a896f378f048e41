import assert from "node:assert/strict";
import { test } from "node:test";
import { type Refusal, type RefusalReason, refusalHeaders, refuse, toRefusalResponse } from "./refusal.ts";

/** As the guide for providers lists them; with the seconds after which to try again. */
const table: Record<RefusalReason, [status: Refusal["status"], retryAfter?: string]> = {
  "missing-proof": [401],
  "malformed-proof": [401],
  "expired-proof": [401],
  "foreign-proof": [401],
  "invalid-proof": [401],
  "replayed-proof": [401],
  "not-registered": [403],
  suspended: [403],
  revoked: [403],
  terminated: [403],
  "attestation-lapsed": [403],
  "wallet-not-agreed": [403],
  "haftungsperson-not-agreed": [403],
  "haftungsperson-refused": [403],
  "parent-not-agreed": [403],
  "parent-refused": [403],
  "body-too-large": [413],
  "too-many-requests": [429, "60"],
  "proof-before-start": [503, "11"],
  "nonce-store-unavailable": [503, "10"],
  "register-unavailable": [503, "10"],
};
const reasons = Object.keys(table) as RefusalReason[];

test("a refusal tells status, reason and a sentence", async () => {
  const response = toRefusalResponse(refuse("replayed-proof"));
  assert.equal(response.status, 401);
  assert.equal(response.headers.get("content-type"), "application/json");
  assert.deepEqual(await response.json(), {
    error: "The proof was used before: sign each request anew",
    reason: "replayed-proof",
  });
});

for (const [reason, [status, retryAfter]] of Object.entries(table)) {
  test(`a refusal for ${reason} has status ${status}, and says what may help`, () => {
    const refusal = refuse(reason as RefusalReason);
    assert.equal(refusal.status, status);
    const headers = refusalHeaders(refusal);
    assert.equal(headers["retry-after"], retryAfter);
    // Only a missing or bad proof asks for one.
    assert.equal(headers["www-authenticate"], status === 401 ? "AgentProof" : undefined);
  });
}

test("every refusal has a sentence of its own", () => {
  const sentences = reasons.map((reason) => refuse(reason).error);
  for (const sentence of sentences) assert.match(sentence, /^[A-Z]\w+ .+/);
  assert.equal(new Set(sentences).size, reasons.length);
});
