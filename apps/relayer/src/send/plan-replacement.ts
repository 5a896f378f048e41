import type { Attempt } from "../ledger/transaction-store.ts";
import { type Fees, type Market, toHigherFees } from "./fees.ts";

/**
 * The higher bid for a transaction that does not get mined, or undefined where it should wait: only
 * the wallet's next in line can be held up by its own price; one further back, only if its price is
 * out of the question now.
 */
export function planReplacement({
  attempts,
  isNextInLine,
  market,
  capWei,
  now,
  patienceMs,
}: {
  attempts: readonly Attempt[];
  isNextInLine: boolean;
  market: Market;
  capWei: bigint;
  now: number;
  patienceMs: number;
}): Fees | undefined {
  const newest = attempts.at(-1);
  if (newest === undefined || now - newest.createdAt < patienceMs) return undefined;
  const isOutpriced = newest.maxFeePerGas < market.baseFeePerGas;
  if (!isNextInLine && !isOutpriced) return undefined;
  return toHigherFees({ previous: newest, market, capWei });
}
