import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Engine } from "@agent-registry/service";
import { planSearch, SEARCH_SIZES } from "./plan-search.ts";
import { type Sample, toSample } from "./scope-sample.ts";
import { parseSearch } from "./search-term.ts";

/** A thousand agents that were picked. */
const sampleOf = (
  toAgent: (i: number) => { scope: string; addresses?: string; status?: number },
  { agents = 1_000_000, hasSlices = true } = {},
) =>
  toSample(
    Array.from({ length: 1_000 }, (_, i) => ({ addresses: "", status: 0, ...toAgent(i) })),
    { agents, hasSlices },
  );
/** So many of them hold the text, and every tenth is suspended. */
const sampleWith = (holding: number, agents = 1_000_000) =>
  sampleOf(
    (i) => ({
      scope: i < holding ? "a text" : "another",
      addresses: "0xa1 0xb2 0xc3",
      status: i % 10 === 0 ? 1 : 0,
    }),
    { agents },
  );
type Options = Partial<Parameters<typeof planSearch>[0]> & { sample: Sample; term?: string };

/** Of the first page on PostgreSQL, if nothing else is said. */
const planWith = ({ term = "A text", ...options }: Options) =>
  planSearch({ engine: "postgres", search: parseSearch(term), wanted: 20, sizes: SEARCH_SIZES, ...options });
const plan = (holding: number, wanted: number, status?: number) =>
  planWith({ sample: sampleWith(holding), wanted, status });

describe("planSearch", () => {
  it("collects the matches of a rare text", () => {
    const { collected, counted } = plan(0, 20);
    assert.ok(collected >= 1_000, String(collected));
    assert.equal(counted, 0);
  });

  it("walks over the register for the first page of a frequent one, and collects for a late page", () => {
    assert.equal(plan(500, 20).collected, 0);
    assert.ok(plan(500, 20).walked < 1_000);
    assert.ok(plan(500, 20).counted < 5_000);
    const sample = sampleWith(30, 100_000);
    assert.equal(planWith({ engine: "sqlite", sample }).collected, 0);
    assert.ok(planWith({ engine: "sqlite", sample, wanted: 500 }).collected > 0);
  });

  it("counts by a walk only if that is short", () => {
    assert.equal(plan(10, 20).counted, 0);
    assert.ok(plan(100, 20).counted > 0);
  });

  it("looks in slices for what is too rare for a walk, and soon met there", () => {
    for (const holding of [20, 1]) assert.equal(plan(holding, 20).isSliced, true);
    for (const holding of [100, 0]) assert.equal(plan(holding, 20).isSliced, false);
  });

  it("looks in no slices if the index knows none", () => {
    const { isSliced, collected } = planWith({ sample: { ...sampleWith(10), hasSlices: false } });
    assert.equal(isSliced, false);
    assert.ok(collected > 10_000);
  });

  it("looks in slices for frequent parts that the sample never holds together, and for no others that it does not hold", () => {
    const toAgent = (i: number) => ({ scope: i % 2 === 0 ? "abcd" : "bcde" });
    const sample = sampleOf(toAgent, { agents: 10_000_000 });
    const planFor = (term: string) => planWith({ sample, term });
    assert.equal(planFor("abcde").isSliced, true);
    assert.equal(planFor("abcdx").isSliced, false);
    assert.ok(planFor("abcdx").collected >= 10_000);
  });

  it("looks in no slices for a word that the sample does not hold, however frequent its trigrams are", () => {
    const toAgent = (i: number) => ({ scope: i % 2 === 0 ? "abcd abcd b" : "bcde bcde" });
    const sample = sampleOf(toAgent, { agents: 10_000_000 });
    assert.equal(planWith({ sample, term: "abcd bcde" }).isSliced, true);
    assert.equal(planWith({ sample, term: "abcd abcde" }).isSliced, false);
  });

  it("collects on PostgreSQL what neither a walk nor slices would meet soon, and on SQLite only as many as count", () => {
    const planFor = (engine: Engine) => planWith({ engine, sample: sampleWith(8, 140_000) });
    assert.deepEqual([planFor("postgres").counted, planFor("postgres").isSliced], [0, false]);
    assert.ok(planFor("postgres").collected > 5_000);
    assert.equal(planFor("sqlite").collected, 0);
  });

  it("neither looks in slices for what trigrams alone do not find, nor collects all of it", () => {
    const toAgent = (i: number) => ({ scope: i < 10 ? "ab 352 0x12" : "another" });
    for (const hasSlices of [true, false])
      for (const term of ["ab", "352", "0x12"]) {
        const { isSliced, collected } = planWith({ sample: sampleOf(toAgent, { hasSlices }), term });
        assert.deepEqual([isSliced, collected], [false, 0], term);
      }
  });

  it("looks among the agents of a status if these are fewer", () => {
    assert.equal(plan(500, 20, 1).isByStatus, true);
    assert.equal(plan(50, 20, 1).isByStatus, false);
    assert.equal(plan(500, 20, 3).isByStatus, true);
    assert.equal(plan(500, 20).isByStatus, false);
  });

  it("counts addresses for a term that can be a part of one", () => {
    const planFor = (term: string) => planWith({ sample: sampleWith(0), term, status: 1 });
    assert.equal(planFor("0xb2").isByStatus, true);
    assert.equal(planFor("b2 ").isByStatus, false);
  });

  it("works in an empty register", () => {
    assert.ok(planWith({ sample: toSample([], { agents: 0, hasSlices: true }), term: "a" }).walked > 0);
  });
});
