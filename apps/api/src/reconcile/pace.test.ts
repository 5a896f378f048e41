import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toPaceMs } from "./walk.ts";

const roundMs = 24 * 3_600_000;

describe("the pace of the walk", () => {
  for (const [agents, agentsInCall, paceMs] of [
    [0, 0, 60_000],
    [100, 100, 60_000],
    [500_000, 500, 60_000],
    [10_000_000, 500, 3_888],
    [100_000_000, 500, 1_000],
    [10_000, 10, 60_000],
    [10_000_000, 10, 10_000],
  ] as const) {
    it(`${agents} agents, ${agentsInCall} in a call: one call in ${paceMs} ms`, () => {
      assert.equal(toPaceMs({ agents, agentsInCall, roundMs }), paceMs);
    });
  }

  it("ten million agents are compared within the round that is wanted", () => {
    const calls = 10_000_000 / 500;
    assert.ok(calls * toPaceMs({ agents: 10_000_000, agentsInCall: 500, roundMs }) <= roundMs);
  });
});
