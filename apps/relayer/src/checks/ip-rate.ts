import { relayErrors } from "@agent-registry/protocol";
import type { Counters } from "../ledger/counters.ts";
import { toIpLimits } from "./ip-limits.ts";
import type { RelayCheck } from "./relay-check.ts";

/** Step 3, first half. After the signature, so that a refused signature uses no quota. */
export function createIpRateCheck(deps: { counters: Counters; limitPerHour: number }): RelayCheck {
  return async function ipRate({ ip }) {
    const { counted } = toIpLimits({ ip, limitPerHour: deps.limitPerHour });
    const isAllowed = await deps.counters.tryTakeAll(counted);
    return isAllowed ? null : { status: 429, error: relayErrors.ipRate(deps.limitPerHour) };
  };
}
