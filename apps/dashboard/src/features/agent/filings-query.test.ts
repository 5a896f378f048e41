import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Filing, HistoryResponse } from "@agent-registry/protocol";
import { joinFilings } from "./filings-query.ts";

/** A page of a history in which each filing carries its own number as its block. */
function page({ total, offset, count }: { total: number; offset: number; count: number }): HistoryResponse {
  const data = Array.from(
    { length: count },
    (_, index) => ({ kind: "attested", blockNumber: total - offset - index }) as Filing,
  );
  return { total, offset, limit: count, data };
}

const numbers = (...pages: HistoryResponse[]) => joinFilings(pages).map(({ number }) => number);

describe("a history of several pages", () => {
  it("a history of several pages is one list, numbered from the oldest", () => {
    assert.deepEqual(
      numbers(page({ total: 5, offset: 0, count: 2 }), page({ total: 5, offset: 2, count: 3 })),
      [5, 4, 3, 2, 1],
    );
  });

  it("no filing is listed twice when another was filed between two pages", () => {
    const joined = joinFilings([
      page({ total: 5, offset: 0, count: 2 }),
      page({ total: 6, offset: 2, count: 4 }),
    ]);
    assert.deepEqual(
      joined.map(({ number }) => number),
      [5, 4, 3, 2, 1],
    );
    for (const { number, filing } of joined) assert.equal(filing.blockNumber, number);
  });
});
