import assert from "node:assert/strict";
import { test } from "node:test";
import { refusalHeaders, refuse, toRefusalResponse } from "./refusal.ts";

test("a refusal tells status, reason and a sentence", async () => {
  const response = toRefusalResponse(refuse("replayed-proof"));
  assert.equal(response.status, 401);
  assert.equal(response.headers.get("content-type"), "application/json");
  assert.deepEqual(await response.json(), {
    error: "The proof was used before: sign each request anew",
    reason: "replayed-proof",
  });
});

test("a missing or bad proof asks for one; other refusals do not", () => {
  assert.equal(refusalHeaders(refuse("missing-proof"))["www-authenticate"], "AgentProof");
  for (const reason of ["revoked", "body-too-large", "too-many-requests", "register-unavailable"] as const) {
    assert.equal(refusalHeaders(refuse(reason))["www-authenticate"], undefined);
  }
});

test("a refusal that passes says when to try again", () => {
  const retryAfter = (reason: Parameters<typeof refuse>[0]) => {
    const refusal = refuse(reason);
    return [refusal.status, refusalHeaders(refusal)["retry-after"]];
  };
  assert.deepEqual(retryAfter("too-many-requests"), [429, "60"]);
  assert.deepEqual(retryAfter("proof-before-start"), [503, "11"]);
  assert.deepEqual(retryAfter("nonce-store-unavailable"), [503, "10"]);
  assert.deepEqual(retryAfter("register-unavailable"), [503, "10"]);
  assert.deepEqual(retryAfter("expired-proof"), [401, undefined]);
  assert.deepEqual(retryAfter("body-too-large"), [413, undefined]);
});
