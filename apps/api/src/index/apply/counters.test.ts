import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fromStoredAmount, timelineStarts, toStoredAmount } from "../counter-keys.ts";
import { TABLES } from "../schema.ts";
import { fromStoredText, toStoredText } from "../stored-values.ts";
import { createCounters } from "./counters.ts";

const report = {
  agentId: 1,
  amount: Number.MAX_SAFE_INTEGER,
  currency: "EUR",
  category: "research",
  timestamp: 0,
  creator: "0xC",
  haftungsperson: "0xA",
};

describe("sums of amounts", () => {
  it("sums of amounts stay exact beyond 64 bits, up and down again", () => {
    const counters = createCounters();
    for (let i = 0; i < 3_000; i += 1) counters.countRevenue(report, 1);
    const { rows } = counters.settle("agent_revenue", [], TABLES.agent_revenue.key);
    const amount = 3_000n * BigInt(Number.MAX_SAFE_INTEGER);
    assert.ok(amount > 2n ** 64n);
    assert.deepEqual(rows, [
      { agent_id: 1, currency: "EUR", amount: toStoredAmount(amount), reports: 3_000 },
    ]);

    const back = createCounters();
    for (let i = 0; i < 2_999; i += 1) back.countRevenue(report, -1);
    const left = back.settle("agent_revenue", rows, TABLES.agent_revenue.key).rows[0];
    assert.equal(fromStoredAmount(left?.amount ?? ""), BigInt(Number.MAX_SAFE_INTEGER));
    back.countRevenue(report, -1);
    const gone = back.settle("agent_revenue", rows, TABLES.agent_revenue.key);
    assert.deepEqual(gone, { rows: [], empty: [{ agent_id: 1, currency: "EUR" }] });
  });

  it("stored amounts sort as text as they do as numbers", () => {
    const amounts = [0n, 9n, 10n, 2n ** 53n, 2n ** 64n, 10n ** 30n];
    assert.deepEqual(amounts.map(toStoredAmount).sort().map(fromStoredAmount), amounts);
  });
});

describe("rows of counts", () => {
  it("attestations shortly after each other count each in its own hour, minute and second", () => {
    const { key } = TABLES.attestation_counts;
    for (let apart = 1; apart <= 4; apart += 1) {
      const counters = createCounters();
      for (const second of [3_600 - apart, 3_600]) counters.countAttestation(second, 1);
      const { rows } = counters.settle("attestation_counts", [], key);
      assert.deepEqual(
        rows.map(({ width, start, agents }) => [width, start, agents]),
        [
          [3_600, 0, 1],
          [60, 3_540, 1],
          [1, 3_600 - apart, 1],
          [3_600, 3_600, 1],
          [60, 3_600, 1],
          [1, 3_600, 1],
        ],
      );
    }
  });

  it("an agent's revenue is told from that of an agent whose number and currency read alike", () => {
    const counters = createCounters();
    const reports = [
      { ...report, agentId: 1, currency: "2X", amount: 5 },
      { ...report, agentId: 12, currency: "X", amount: 7 },
    ];
    for (const each of reports) counters.countRevenue(each, 1);
    const { key } = TABLES.agent_revenue;
    const { rows } = counters.settle("agent_revenue", [], key);
    const again = counters.settle("agent_revenue", rows, key).rows;
    assert.deepEqual(
      again.map((row) => [row.agent_id, row.currency, fromStoredAmount(row.amount)]),
      [
        [1, "2X", 10n],
        [12, "X", 14n],
      ],
    );
  });
});

describe("timelineStarts", () => {
  it("a time belongs to its day, its week from Monday and its month, in UTC", () => {
    const startsOf = (iso: string) =>
      timelineStarts(Date.parse(iso) / 1000).map(([, start]) =>
        new Date(start * 1000).toISOString().slice(0, 10),
      );
    assert.deepEqual(startsOf("2026-03-01T23:59:59Z"), ["2026-03-01", "2026-02-23", "2026-03-01"]);
    assert.deepEqual(startsOf("2026-03-02T00:00:00Z"), ["2026-03-02", "2026-03-02", "2026-03-01"]);
    assert.deepEqual(startsOf("2027-01-01T12:00:00Z"), ["2027-01-01", "2026-12-28", "2027-01-01"]);
  });
});

describe("stored text", () => {
  it("stored text comes out as it went in, and holds no NUL", () => {
    for (const text of ["", "plain", "\0", "a\0b\u001b0c\u001b1", "\u001b", "\u001b\0", "日本\0"]) {
      assert.ok(!toStoredText(text).includes("\0"));
      assert.equal(fromStoredText(toStoredText(text)), text);
    }
    assert.notEqual(toStoredText("\0"), toStoredText("\u001b0"));
  });
});
