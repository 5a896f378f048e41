import { relayErrors } from "@agent-registry/protocol";
import type { Counters } from "../ledger/counters.ts";
import type { RelayCheck } from "./relay-check.ts";

/** Step 3, first half. After the signature, so that a refused signature uses no quota. */
export function createIpRateCheck(deps: { counters: Counters; limitPerHour: number }): RelayCheck {
  return async function ipRate({ ip }) {
    const isAllowed = await deps.counters.tryTake({ key: `ip:${ip}`, limit: deps.limitPerHour });
    return isAllowed ? null : { status: 429, error: relayErrors.ipRate(deps.limitPerHour) };
  };
}
