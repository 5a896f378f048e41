import { relayErrors } from "@agent-registry/protocol";
import type { Address } from "viem";
import type { Counters } from "../ledger/counters.ts";
import { toIpLimits } from "./ip-limits.ts";
import type { SignedDigest } from "./recover-signer.ts";
import type { RelayCheck } from "./relay-check.ts";

export type RecoverSigner = (signed: SignedDigest) => Address | null | Promise<Address | null>;

const refusal = { status: 401, error: relayErrors.invalidSignature } as const;

/** Step 2, first half: the signer is recovered here, so that a forgery costs no call to the chain. */
export function createLocalSignatureCheck({ recoverSigner }: { recoverSigner: RecoverSigner }): RelayCheck {
  return async function localSignature({ request, signature, digest }) {
    const signer = await recoverSigner({ digest, signature });
    return signer === request.from.toLowerCase() ? null : refusal;
  };
}

/** Step 2, second half: the forwarder has the last word, on the nonce and the deadline too. */
export function createForwarderVerification(deps: { counters: Counters; limitPerHour: number }): RelayCheck {
  return async function forwarderVerification({ simulate, ip }) {
    if ((await simulate()).kind !== "invalid-signature") return null;
    // The hourly limit does not count it; a limit of its own bounds how often the chain is asked in vain.
    await deps.counters.take(toIpLimits({ ip, limitPerHour: deps.limitPerHour }).invalid);
    return refusal;
  };
}
