import { relayErrors } from "@agent-registry/protocol";
import type { Counters } from "../ledger/counters.ts";
import { toSignerKey } from "../ledger/signer-activity.ts";
import type { RelayCheck } from "./relay-check.ts";

/** Step 3, second half. After the signature: otherwise a stranger could spend an agent's quota in its name. */
export function createSignerRateCheck(deps: { counters: Counters; limitPerHour: number }): RelayCheck {
  return async function signerRate({ request }) {
    const key = toSignerKey(request.from);
    const isAllowed = await deps.counters.tryTake({ key, limit: deps.limitPerHour });
    return isAllowed ? null : { status: 429, error: relayErrors.signerRate(deps.limitPerHour) };
  };
}
