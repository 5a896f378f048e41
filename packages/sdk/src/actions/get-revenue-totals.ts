import { RevenueAggregateResponse } from "@agent-registry/protocol";
import type { RegistryClient } from "../client/registry-client.ts";
import { askApi } from "../reading/ask-api.ts";
import { toQuery } from "../reading/to-query.ts";

/**
 * What all agents reported, by currency and by category, from the query API; of one currency alone if it is named.
 * Amounts are hundredths.
 *
 * @example
 * const { totalReports } = await registry.getRevenueTotals({ currency: "EUR" });
 */
export async function getRevenueTotals(
  client: RegistryClient,
  input: { currency?: string | undefined } = {},
): Promise<RevenueAggregateResponse> {
  return askApi(client, {
    path: `/api/v1/revenue/aggregate${toQuery(input)}`,
    schema: RevenueAggregateResponse,
  });
}
