import assert from "node:assert/strict";
import { it } from "node:test";
import { pickNonce } from "./transaction-signer.ts";

const cases: [string, Parameters<typeof pickNonce>[0], number][] = [
  ["nothing in flight", { latest: 5, pending: 5, taken: new Set() }, 5],
  ["ours in flight", { latest: 5, pending: 7, taken: new Set([5, 6]) }, 7],
  ["ours in flight, which the node has not seen yet", { latest: 5, pending: 5, taken: new Set([5, 6]) }, 7],
  ["a gap among ours", { latest: 5, pending: 5, taken: new Set([6, 7]) }, 5],
  ["a transaction that is not ours waits at the node", { latest: 5, pending: 6, taken: new Set() }, 6],
  [
    "a transaction that is not ours, and ours behind it",
    { latest: 5, pending: 8, taken: new Set([6, 7]) },
    8,
  ],
  ["a chain that was reset", { latest: 0, pending: 0, taken: new Set() }, 0],
];

for (const [name, input, nonce] of cases) {
  it(`picks ${nonce}: ${name}`, () => assert.equal(pickNonce(input), nonce));
}
