import assert from "node:assert/strict";
import { it } from "node:test";
import { createBackOff } from "./chain-reader.ts";

it("delays double up to the maximum, half of each by chance, and start again after a reset", () => {
  const low = createBackOff({ baseMs: 100, maxMs: 1_000, random: () => 0 });
  const high = createBackOff({ baseMs: 100, maxMs: 1_000, random: () => 1 });
  assert.deepEqual(
    [1, 2, 3, 4, 5].map(() => low.next()),
    [50, 100, 200, 400, 500],
  );
  assert.deepEqual(
    [1, 2, 3, 4, 5].map(() => high.next()),
    [100, 200, 400, 800, 1_000],
  );
  low.reset();
  assert.equal(low.next(), 50);
});
