import assert from "node:assert/strict";
import { it } from "node:test";
import { RevenueAggregateResponse, RevenueTimelineResponse, TopEarnersResponse } from "./revenue.ts";
import { DetailedStatsResponse } from "./stats.ts";

/** The sum of two of the largest amounts that the contract accepts. */
const SUM = 2n * BigInt(Number.MAX_SAFE_INTEGER);

const sums = {
  "totalAmount of /revenue/aggregate": (sum: number | bigint) =>
    RevenueAggregateResponse.shape.totalAmount.safeParse(sum),
  "byCurrency of /revenue/aggregate": (sum: number | bigint) =>
    RevenueAggregateResponse.shape.byCurrency.safeParse({ EUR: sum }),
  "byCategory of /revenue/aggregate": (sum: number | bigint) =>
    RevenueAggregateResponse.shape.byCategory.safeParse({ research: sum }),
  "totalRevenue of /stats/detailed": (sum: number | bigint) =>
    DetailedStatsResponse.shape.totalRevenue.safeParse({ EUR: sum }),
  "amount of /revenue/timeline": (sum: number | bigint) =>
    RevenueTimelineResponse.shape.data.def.element.shape.amount.safeParse(sum),
  "amount of /revenue/top": (sum: number | bigint) =>
    TopEarnersResponse.shape.data.def.element.shape.amount.safeParse(sum),
};

for (const [name, parse] of Object.entries(sums)) {
  it(`${name} may be larger than any single amount, if no digit of it is lost`, () => {
    assert.ok(parse(Number.MAX_SAFE_INTEGER).success);
    assert.ok(parse(SUM).success);
    assert.ok(!parse(Number(SUM)).success);
  });

  it(`${name} is whole and not negative`, () => {
    assert.ok(!parse(0.5).success);
    assert.ok(!parse(-1).success);
    assert.ok(!parse(-1n).success);
  });
}
