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
    it(`is ${state} at ${seconds} seconds`, () => assert.equal(toAttestationState(seconds), state));
  }
});

describe("toAttestationDay", () => {
  it("counts the days that have begun, to seven", () => {
    assert.deepEqual([0, DAY - 1, DAY, 7 * DAY, 90 * DAY].map(toAttestationDay), [1, 1, 2, 7, 7]);
  });
});

describe("toAgeSeconds", () => {
  it("adds the time since the API answered", () => {
    assert.equal(toAgeSeconds({ secondsSinceAttestation: 10, asOfMs: 1_000, nowMs: 6_500 }), 15);
  });

  it("never makes an attestation younger, whatever this clock says", () => {
    assert.equal(toAgeSeconds({ secondsSinceAttestation: 10, asOfMs: 9_000, nowMs: 1_000 }), 10);
  });
});
