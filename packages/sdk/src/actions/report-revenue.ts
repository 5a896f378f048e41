import { MAX_NAME_BYTES } from "@agent-registry/protocol";
import { stringToBytes } from "viem";
import type { RegistryClient } from "../client/registry-client.ts";
import { invalidInput } from "../errors/registry-error.ts";
import type { WriteResult } from "../send/write-result.ts";
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
