import assert from "node:assert/strict";
import test, { describe, it } from "node:test";
import {
  formatAgo,
  formatDate,
  formatDuration,
  formatExact,
  formatPeriod,
  isNever,
  toFiguresWords,
  toRefreshedWords,
} from "./format-time.ts";

const DAY = 86_400;
const EPOCH = "1970-01-01T00:00:00.000Z";

describe("formatDuration", () => {
  for (const [seconds, words] of [
    [0, "0 seconds"],
    [-5, "0 seconds"],
    [1, "1 second"],
    [59.9, "59 seconds"],
    [61, "1 minute 1 second"],
    [3_600, "1 hour"],
    [5 * DAY + 7 * 3_600 + 59, "5 days 7 hours"],
    // A unit of zero is left out, not replaced by a smaller one.
    [DAY + 59, "1 day"],
  ] as const) {
    it(`a duration of ${seconds} seconds is "${words}"`, () => assert.equal(formatDuration(seconds), words));
  }
});

describe("formatAgo", () => {
  for (const [seconds, words] of [
    [-30, "just now"],
    [0.4, "just now"],
    [1, "1 second ago"],
    [119, "1 minute ago"],
    [7_200, "2 hours ago"],
    [DAY, "1 day ago"],
    [59 * DAY, "59 days ago"],
    [60 * DAY, "2 months ago"],
    [730 * DAY, "2 years ago"],
  ] as const) {
    it(`${seconds} seconds back is "${words}"`, () => assert.equal(formatAgo(seconds), words));
  }
});

describe("exact times", () => {
  it("exact times are in UTC", () => {
    assert.equal(formatExact("2026-09-03T09:14:05.000Z"), "3 September 2026 at 09:14:05 UTC");
    assert.equal(formatDate("2026-12-31T23:59:59.000Z"), "31 Dec 2026");
  });

  it("the epoch is shown as never", () => {
    assert.equal(isNever(EPOCH), true);
    assert.equal(formatExact(EPOCH), "never");
    assert.equal(formatDate(EPOCH), "never");
  });

  it("a period is written as short as it can be", () => {
    const start = "2026-11-01T00:00:00.000Z";
    assert.equal(formatPeriod({ start, end: "2026-11-07T23:59:59.000Z" }), "1–7 Nov 2026");
    assert.equal(formatPeriod({ start, end: "2026-11-01T23:59:59.000Z" }), "1 Nov 2026");
    assert.equal(formatPeriod({ start, end: "2026-12-01T00:00:00.000Z" }), "1 Nov – 1 Dec 2026");
    assert.equal(formatPeriod({ start, end: "2027-11-01T00:00:00.000Z" }), "1 Nov 2026 – 1 Nov 2027");
  });
});

const NOW_MS = 1_800_000_000_000;

test("an answer made for this request says only when it came", () => {
  const times = { refreshedAtMs: NOW_MS - 3_000, asOfMs: NOW_MS - 8_000, nowMs: NOW_MS };
  assert.equal(toRefreshedWords(times), "Refreshed 3 seconds ago");
  assert.equal(toFiguresWords(times), null);
});

test("an answer from the API's cache says how old the figures are", () => {
  const times = { refreshedAtMs: NOW_MS, asOfMs: NOW_MS - 140_000, nowMs: NOW_MS };
  assert.equal(toRefreshedWords(times), "Refreshed just now");
  assert.equal(toFiguresWords(times), "figures as of 2 minutes ago");
});

test("nothing is said before the first answer", () => {
  const times = { refreshedAtMs: 0, asOfMs: 0, nowMs: NOW_MS };
  assert.equal(toRefreshedWords(times), "");
  assert.equal(toFiguresWords(times), null);
});
