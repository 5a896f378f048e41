import assert from "node:assert/strict";
import { it } from "node:test";
import { toTimestamp } from "./timestamp.ts";

/** The last second of the year 9999; later ones have another shape. */
const LAST = 253_402_300_799;

it("writes times as Date does, to the year 9999", () => {
  const edges = [0, 59, 60, 3_599, 3_600, 86_399, 86_400, 951_782_399, 951_868_800, LAST];
  // A prime, so that every hour, minute and second of the day comes up.
  for (let seconds = 0; seconds < LAST; seconds += 7_654_321) edges.push(seconds);
  for (const seconds of edges) assert.equal(toTimestamp(seconds), new Date(seconds * 1000).toISOString());
});
