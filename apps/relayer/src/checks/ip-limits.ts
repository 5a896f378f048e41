import { toRateKeys } from "@agent-registry/service";
import type { Limit } from "../ledger/counters.ts";

/** After an address has used up its hour, this many more requests are checked in the specified order. */
const CHECKS_BEYOND_LIMIT = 20;
/** In an hour, this many requests that the chain finds invalid are checked beside those that count. */
const INVALID_CHECKS = 600;

/**
 * The counters of an address, with what each may reach in an hour. The narrowest network comes first: what it
 * refuses uses up nothing of the wider ones.
 */
export function toIpLimits({ ip, limitPerHour }: { ip: string; limitPerHour: number }) {
  const toLimits = (kind: string, limit: number): Limit[] =>
    toRateKeys(ip).map(({ key, times }) => ({ key: `${kind}:${key}`, limit: limit * times }));
  return {
    counted: toLimits("ip", limitPerHour),
    beyond: toLimits("beyond", CHECKS_BEYOND_LIMIT),
    invalid: toLimits("invalid", limitPerHour + INVALID_CHECKS),
  };
}
