import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { chooseInterval, toBucketStart, toBuckets, toTimeRange } from "./time-buckets.ts";

const at = (iso: string) => Date.parse(`${iso}T12:34:56.000Z`);
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);

describe("toBucketStart", () => {
  it("a bucket starts with the day, the Monday or the month, in UTC", () => {
    // A Sunday.
    const ms = at("2026-11-15");
    assert.equal(day(toBucketStart({ ms, interval: "day" })), "2026-11-15");
    assert.equal(day(toBucketStart({ ms, interval: "week" })), "2026-11-09");
    assert.equal(day(toBucketStart({ ms, interval: "month" })), "2026-11-01");
    assert.equal(day(toBucketStart({ ms: at("2026-11-09"), interval: "week" })), "2026-11-09");
  });
});

describe("toBuckets", () => {
  it("amounts in the same bucket are added up, and gaps are zero", () => {
    const amounts = [
      { ms: at("2026-12-01"), cents: 5 },
      { ms: at("2026-10-02"), cents: 1 },
      { ms: at("2026-10-30"), cents: 2 },
    ];
    assert.deepEqual(
      toBuckets({ amounts, interval: "month", limit: 10 }).map(({ startMs, cents }) => [day(startMs), cents]),
      [
        ["2026-10-01", 3],
        ["2026-11-01", 0],
        ["2026-12-01", 5],
      ],
    );
  });

  it("a sum of many large amounts keeps every digit", () => {
    const amounts = Array.from({ length: 2049 }, () => ({
      ms: at("2026-10-02"),
      cents: Number.MAX_SAFE_INTEGER,
    }));
    const [bucket] = toBuckets({ amounts, interval: "month", limit: 1 });
    assert.equal(String(bucket?.cents), String(2049n * BigInt(Number.MAX_SAFE_INTEGER)));
  });

  it("all currencies share one time axis that ends today", () => {
    const points = [
      { currency: "USDC", start: "2026-10-01T00:00:00.000Z" },
      { currency: "ETH", start: "2026-10-03T00:00:00.000Z" },
    ];
    const range = toTimeRange({ points, nowMs: at("2026-10-05") });
    const shape = (currency: string) =>
      toBuckets({
        amounts: points
          .filter((point) => point.currency === currency)
          .map(({ start }) => ({ ms: Date.parse(start), cents: 7 })),
        interval: "day",
        limit: 10,
        range,
      }).map(({ cents }) => cents);
    assert.deepEqual(shape("USDC"), [7, 0, 0, 0, 0]);
    assert.deepEqual(shape("ETH"), [0, 0, 7, 0, 0]);
    assert.deepEqual(shape("EUR"), [0, 0, 0, 0, 0]);
  });

  it("of too many buckets the newest are kept", () => {
    const amounts = [
      { ms: at("2026-01-01"), cents: 1 },
      { ms: at("2026-01-09"), cents: 2 },
    ];
    const buckets = toBuckets({ amounts, interval: "day", limit: 3 });
    assert.deepEqual(
      buckets.map(({ startMs }) => day(startMs)),
      ["2026-01-07", "2026-01-08", "2026-01-09"],
    );
  });

  it("without amounts there are no buckets", () => {
    assert.deepEqual(toBuckets({ amounts: [], interval: "day", limit: 3 }), []);
  });
});

describe("chooseInterval", () => {
  it("the interval grows with the span of time", () => {
    const span = (days: number) => chooseInterval([{ ms: 0 }, { ms: days * 86_400_000 }]);
    assert.deepEqual([0, 14, 15, 280, 281].map(span), ["day", "day", "week", "week", "month"]);
  });
});
