import assert from "node:assert/strict";
import test from "node:test";
import type { Filing } from "@agent-registry/protocol";
import { findSteps } from "./find-steps.ts";

const filing = (blockNumber: number) =>
  ({ kind: "attested", blockNumber, timestamp: toTime(blockNumber) }) as Filing;
const toTime = (block: number) => new Date(Date.UTC(2026, 2, 1, 0, 0, block)).toISOString();
const all = [30, 20, 20, 10].map(filing);

function stepsAt(block: number, moment = { block } as Parameters<typeof findSteps>[0]["moment"]) {
  const { previous, next } = findSteps({
    before: all.filter(({ blockNumber }) => blockNumber <= block),
    since: all.filter(({ blockNumber }) => blockNumber > block),
    asOf: { timestamp: toTime(block), block },
    moment,
  });
  return [previous?.blockNumber, next?.blockNumber];
}

test("between two filings, both are a step away", () => {
  assert.deepEqual(stepsAt(25), [20, 30]);
});

test("at a filing, its own block is no step", () => {
  assert.deepEqual(stepsAt(20), [10, 30]);
  assert.deepEqual(stepsAt(20, { time: toTime(20) }), [10, 30]);
});

test("at the first filing there is none before, at the last none after", () => {
  assert.deepEqual(stepsAt(10), [undefined, 20]);
  assert.deepEqual(stepsAt(30), [20, undefined]);
  assert.deepEqual(stepsAt(31), [30, undefined]);
});
