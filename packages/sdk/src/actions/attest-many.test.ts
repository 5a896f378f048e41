import assert from "node:assert/strict";
import { test } from "node:test";
import { RegistryError } from "../errors/registry-error.ts";
import { maxBatch, PartlyAttestedError, toBatches } from "./attest-many.ts";

const ids = (count: number) => Array.from({ length: count }, (_, index) => BigInt(index + 1));

test("a fleet is split into as few batches as fit, and nobody is left out or named twice", () => {
  for (const [count, sizes] of [
    [1, [1]],
    [10, [10]],
    [11, [6, 5]],
    [25, [8, 9, 8]],
  ] as const) {
    const batches = toBatches({ ids: ids(count), size: 10 });
    assert.deepEqual(
      batches.map(({ length }) => length),
      sizes,
    );
    assert.deepEqual(batches.flat(), ids(count));
  }
});

test("a batch is never larger than what fits", () => {
  for (let count = 1; count <= 200; count++) {
    for (const { length } of toBatches({ ids: ids(count), size: 7 })) assert.ok(length >= 1 && length <= 7);
  }
});

test("an account that pays itself takes more agents at once than a relayer does", () => {
  assert.ok(maxBatch({ isRelayed: true }) >= 60);
  assert.ok(maxBatch({ isRelayed: false }) >= 10 * maxBatch({ isRelayed: true }));
});

test("a failure in the middle tells of each agent what became of it", () => {
  const cause = new RegistryError({ reason: "signer-rate-limit", message: "The relayer refused." });
  const progress = { attested: [1, 2, 3], failed: [7, 5], notSent: [9] };
  const error = new PartlyAttestedError({ ...progress, cause });
  assert.equal(error.reason, "signer-rate-limit");
  assert.equal(error.isTemporary, true);
  assert.deepEqual([error.attested, error.notAttested, error.unknown], [[1, 2, 3], [7, 5, 9], []]);
  assert.equal(
    error.message,
    "Of the agents, attested: 1-3; not attested: 5, 7, 9; not known: none. The relayer refused.",
  );
});

test("agents whose transaction may still be mined are neither attested nor not", () => {
  const cause = new RegistryError({ reason: "outcome-unknown", message: "It may still be mined." });
  const error = new PartlyAttestedError({ attested: [], failed: [1, 2], notSent: [3], cause });
  assert.deepEqual([error.attested, error.notAttested, error.unknown], [[], [3], [1, 2]]);
});
