import assert from "node:assert/strict";
import { test } from "node:test";
import { relayErrors } from "@agent-registry/protocol";
import { toRelayRefusal } from "./to-relay-refusal.ts";

test("an address that asks too often is told to wait as long as its limit says", () => {
  const hour = toRelayRefusal({ status: 429, error: relayErrors.ipRate(20) });
  assert.equal(hour?.reason, "ip-rate-limit");
  assert.match(hour?.message ?? "", /Wait for the hour to pass/);
  const minute = toRelayRefusal({ status: 429, error: relayErrors.flood(600) });
  assert.equal(minute?.reason, "ip-rate-limit");
  assert.match(minute?.message ?? "", /Wait for a minute, or/);
});

test("a relayer that takes no posts from this origin has written nothing", () => {
  const refusal = toRelayRefusal({ status: 403, error: relayErrors.originNotAllowed });
  assert.equal(refusal?.reason, "relayer-failed");
  assert.match(refusal?.message ?? "", /Nothing was written\.$/);
});

test("a call that lacks gas is told so, and how much it had", () => {
  const refusal = toRelayRefusal({
    status: 500,
    error: relayErrors.contractReverted(relayErrors.outOfGas(1000n)),
  });
  assert.equal(refusal?.reason, "out-of-gas");
  assert.equal(
    refusal?.message,
    "The call ran out of gas, request.gas was 1000. Sign the request anew, with more gas. Nothing was written.",
  );
  assert.equal(refusal?.isTemporary, false);
});

test("every refusal tells the id by which the relayer logged the request", () => {
  for (const [status, error] of [
    [429, relayErrors.flood(600)],
    [500, relayErrors.contractReverted("Agent not active")],
    [500, relayErrors.contractReverted("of another contract")],
    [500, relayErrors.contractReverted(relayErrors.outOfGas(1000n))],
  ] as const) {
    assert.equal(toRelayRefusal({ status, error, requestId: "made-1" })?.requestId, "made-1");
  }
});

test("a refusal in words of another version is told by its status, and a proxy's time-out is none", () => {
  const reasonOf = (status: number, error?: string) => toRelayRefusal({ status, error })?.reason;
  assert.equal(reasonOf(429, "Slow down"), "ip-rate-limit");
  assert.equal(reasonOf(429, relayErrors.signerRate(10)), "signer-rate-limit");
  assert.equal(reasonOf(401), "invalid-signature");
  assert.equal(reasonOf(418, "Of another version"), "relayer-failed");
  assert.equal(reasonOf(408), undefined);
  assert.equal(reasonOf(502, "Bad gateway"), undefined);
});
