import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { planSearch, SEARCH_SIZES } from "./plan-search.ts";
import { toSample } from "./scope-sample.ts";
import { parseSearch } from "./search-term.ts";

/** Of a thousand agents that were picked, so many hold the text, and every tenth is suspended. */
const sampleWith = (holding: number) =>
  toSample(
    Array.from({ length: 1_000 }, (_, i) => ({
      scope: i < holding ? "a text" : "another",
      addresses: "0xa1 0xb2 0xc3",
      status: i % 10 === 0 ? 1 : 0,
    })),
    1_000_000,
  );
const plan = (holding: number, wanted: number, status?: number) =>
  planSearch({
    sample: sampleWith(holding),
    search: parseSearch("A text"),
    status,
    wanted,
    sizes: SEARCH_SIZES,
  });

describe("planSearch", () => {
  it("collects the matches of a rare text", () => {
    const { collected, counted } = plan(0, 20);
    assert.ok(collected >= 1_000, String(collected));
    assert.equal(counted, 0);
  });

  it("walks over the register for the first page of a frequent one, and for a late page of a less frequent one", () => {
    assert.equal(plan(500, 20).collected, 0);
    assert.ok(plan(500, 20).walked < 1_000);
    assert.ok(plan(500, 20).counted < 10_000);
    assert.equal(plan(10, 20).collected, 0);
    assert.ok(plan(10, 1_000).collected > 0);
  });

  it("counts by a walk only if that is short", () => {
    assert.equal(plan(10, 20).counted, 0);
    assert.ok(plan(100, 20).counted > 0);
  });

  it("counts by slices what is too rare for a walk, and frequent enough to be met within half of the register", () => {
    assert.equal(plan(100, 20).slices, 0);
    assert.ok(plan(10, 20).slices > 0 && plan(10, 20).slices < 3, String(plan(10, 20).slices));
    assert.equal(plan(1, 20).slices, 0);
  });

  it("looks among the agents of a status if these are fewer", () => {
    assert.equal(plan(500, 20, 1).isByStatus, true);
    assert.equal(plan(50, 20, 1).isByStatus, false);
    assert.equal(plan(500, 20, 3).isByStatus, true);
    assert.equal(plan(500, 20).isByStatus, false);
  });

  it("counts addresses for a term that can be a part of one", () => {
    const sample = sampleWith(0);
    const planFor = (term: string) =>
      planSearch({ sample, search: parseSearch(term), status: 1, wanted: 20, sizes: SEARCH_SIZES });
    assert.equal(planFor("0xb2").isByStatus, true);
    assert.equal(planFor("b2 ").isByStatus, false);
  });

  it("works in an empty register", () => {
    const sample = toSample([], 0);
    assert.ok(planSearch({ sample, search: parseSearch("a"), wanted: 20, sizes: SEARCH_SIZES }).walked > 0);
  });
});
