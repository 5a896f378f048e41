import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { addVerified, formatVerified, parseVerified, toVerifiedShare } from "./walk.ts";

describe("verified ranges", () => {
  it("neighbours that were verified shortly after each other become one range, with the earlier time", () => {
    const first = addVerified([], { first: 1, last: 100, atMs: 1_000 }, 500);
    const second = addVerified(first, { first: 101, last: 200, atMs: 1_400 }, 500);
    assert.deepEqual(second, [{ first: 1, last: 200, atMs: 1_000 }]);
    assert.deepEqual(addVerified(second, { first: 201, last: 300, atMs: 1_600 }, 500), [
      { first: 1, last: 200, atMs: 1_000 },
      { first: 201, last: 300, atMs: 1_600 },
    ]);
  });

  it("a new round replaces what the last one verified, as far as it has come", () => {
    const old = [{ first: 1, last: 300, atMs: 0 }];
    assert.deepEqual(addVerified(old, { first: 101, last: 200, atMs: 9_000 }, 500), [
      { first: 1, last: 100, atMs: 0 },
      { first: 101, last: 200, atMs: 9_000 },
      { first: 201, last: 300, atMs: 0 },
    ]);
  });

  it("a round of 20,000 calls leaves few ranges", () => {
    let ranges = parseVerified("[]");
    for (let i = 0; i < 20_000; i += 1) {
      ranges = addVerified(ranges, { first: i * 500 + 1, last: (i + 1) * 500, atMs: i * 4_000 }, 400_000);
    }
    assert.ok(ranges.length <= 201, String(ranges.length));
    assert.deepEqual(parseVerified(formatVerified(ranges)), ranges);
  });

  it("the share counts agents that exist and were verified in time", () => {
    const ranges = [
      { first: 1, last: 50, atMs: 10 },
      { first: 51, last: 200, atMs: 20 },
    ];
    assert.equal(toVerifiedShare(ranges, 100, 0), 1);
    assert.equal(toVerifiedShare(ranges, 100, 15), 0.5);
    assert.equal(toVerifiedShare(ranges, 400, 0), 0.5);
    assert.equal(toVerifiedShare(ranges, 400, 30), 0);
    assert.equal(toVerifiedShare([], 0, 0), 1);
  });

  it("what is not readable in the database verifies nothing", () => {
    assert.deepEqual(parseVerified("{"), []);
  });
});
