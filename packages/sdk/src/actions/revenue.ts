import { MAX_NAME_BYTES, RevenueAggregateResponse, RevenueResponse } from "@agent-registry/protocol";
import { stringToBytes } from "viem";
import type { RegistryClient } from "../client/registry-client.ts";
import { invalidInput } from "../errors/registry-error.ts";
import { askApi, toQuery } from "../reading/ask-api.ts";
import type { WriteResult } from "../send/written.ts";
import { type AgentId, parseAgentId, parseAmount, parseTime } from "./parse-arguments.ts";
import { writeRegistry } from "./write-registry.ts";

export type RevenueInput = {
  agentId: AgentId;
  /** Whole hundredths of the currency: 12.50 EUR is 1250. */
  amount: number | bigint;
  /** 1 to 31 bytes, such as EUR. */
  currency: string;
  /** 1 to 31 bytes, such as research. */
  category: string;
  periodStart: Date;
  /** Not in the future of the chain's clock. */
  periodEnd: Date;
};

/**
 * Reports the revenue of a period.
 *
 * @example
 * await registry.reportRevenue({
 *   agentId: 7, amount: 1250, currency: "EUR", category: "research",
 *   periodStart: new Date("2026-03-01"), periodEnd: new Date("2026-03-31"),
 * });
 */
export async function reportRevenue(client: RegistryClient, input: RevenueInput): Promise<WriteResult> {
  const periodStart = parseTime({ value: input.periodStart, name: "periodStart" });
  const periodEnd = parseTime({ value: input.periodEnd, name: "periodEnd" });
  return writeRegistry(client, {
    functionName: "reportRevenue",
    args: [
      parseAgentId(input.agentId),
      parseAmount(input.amount),
      parseName({ value: input.currency, name: "currency" }),
      parseName({ value: input.category, name: "category" }),
      periodStart,
      periodEnd,
    ],
  });
}

function parseName({ value, name }: { value: string; name: string }): string {
  const length = stringToBytes(value).length;
  if (length >= 1 && length <= MAX_NAME_BYTES) return value;
  throw invalidInput(`The ${name} is a name of 1 to ${MAX_NAME_BYTES} bytes; "${value}" has ${length}.`);
}

/**
 * An agent's revenue reports, oldest first, from the query API. Amounts are hundredths.
 *
 * @example
 * const { total, data } = await registry.getRevenue({ agentId: 7, limit: 500 });
 */
export async function getRevenue(
  client: RegistryClient,
  { agentId, ...page }: { agentId: AgentId; limit?: number | undefined; offset?: number | undefined },
): Promise<RevenueResponse> {
  const path = `/api/v1/agent/${parseAgentId(agentId)}/revenue${toQuery(page)}`;
  return askApi(client, { path, schema: RevenueResponse });
}

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
  const path = `/api/v1/revenue/aggregate${toQuery(input)}`;
  return askApi(client, { path, schema: RevenueAggregateResponse });
}
