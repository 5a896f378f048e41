import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toAgeSeconds, toAttestationDay, toAttestationState } from "./attestation.ts";

const DAY = 86_400;

describe("toAttestationState", () => {
  for (const [seconds, state] of [
    [0, "current"],
    [5 * DAY - 1, "current"],
    [5 * DAY, "lapsing"],
    [7 * DAY, "lapsing"],
    [7 * DAY + 1, "overdue"],
  ] as const) {
    it(`an attestation of ${seconds} seconds is ${state}`, () =>
      assert.equal(toAttestationState(seconds), state));
  }
});

describe("toAttestationDay", () => {
  it("the day of an attestation counts those that have begun, up to seven", () => {
    assert.deepEqual([0, DAY - 1, DAY, 7 * DAY, 90 * DAY].map(toAttestationDay), [1, 1, 2, 7, 7]);
  });
});

describe("toAgeSeconds", () => {
  it("the age grows by the time since the API answered", () => {
    assert.equal(toAgeSeconds({ secondsSinceAttestation: 10, asOfMs: 1_000, nowMs: 6_500 }), 15);
  });

  it("a wrong clock never makes an attestation younger", () => {
    assert.equal(toAgeSeconds({ secondsSinceAttestation: 10, asOfMs: 9_000, nowMs: 1_000 }), 10);
  });
});
