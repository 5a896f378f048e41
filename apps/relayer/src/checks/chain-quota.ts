import { relayErrors } from "@agent-registry/protocol";
import type { Counters } from "../ledger/counters.ts";
import { toIpLimits } from "./ip-limits.ts";
import type { RelayCheck } from "./relay-check.ts";

/**
 * Only the chain can say whether a signature is valid, and that comes before the limits. So each request costs a
 * call to the node, even one that will be refused for its address in any case; and a node throttles those who
 * ask too much. From an address that has used up its hour, few more are checked.
 */
export function createChainQuotaCheck(deps: { counters: Counters; limitPerHour: number }): RelayCheck {
  const { counters, limitPerHour } = deps;
  return async function chainQuota({ ip }) {
    const { counted, beyond, invalid } = toIpLimits({ ip, limitPerHour });
    const full = await counters.findFull([...counted, ...invalid]);
    if (full.length === 0) return null;
    const isInvalidFull = full.some(({ key }) => invalid.some((limit) => limit.key === key));
    if (!isInvalidFull && (await counters.take(beyond)) === null) return null;
    const retryAfterSeconds = Math.max(...full.map((limit) => limit.retryAfterSeconds));
    return { status: 429, error: relayErrors.ipRate(limitPerHour), retryAfterSeconds };
  };
}
