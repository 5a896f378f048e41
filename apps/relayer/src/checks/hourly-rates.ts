import { relayErrors } from "@agent-registry/protocol";
import type { Counters } from "../ledger/counters.ts";
import { toSignerKey } from "../ledger/signer-activity.ts";
import { toIpLimits } from "./ip-limits.ts";
import type { RelayCheck } from "./relay-check.ts";

type Deps = { counters: Counters; limitPerIp: number; limitPerSigner: number };

/**
 * Step 3: first the address, then the signer. After the signature: a refused one uses no quota, and no stranger can
 * spend an agent's in its name.
 */
export function createHourlyRatesCheck({ counters, limitPerIp, limitPerSigner }: Deps): RelayCheck {
  return async function hourlyRates({ ip, request }) {
    const { counted } = toIpLimits({ ip, limitPerHour: limitPerIp });
    const ofSigner = { key: toSignerKey(request.from), limit: limitPerSigner };
    const full = await counters.take([...counted, ofSigner]);
    if (full === null) return null;
    const isSigner = full.key === ofSigner.key;
    const error = isSigner ? relayErrors.signerRate(limitPerSigner) : relayErrors.ipRate(limitPerIp);
    return { status: 429, error, retryAfterSeconds: full.retryAfterSeconds };
  };
}
