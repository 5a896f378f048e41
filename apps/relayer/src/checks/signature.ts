import { relayErrors } from "@agent-registry/protocol";
import type { Address } from "viem";
import type { SignedDigest } from "../fast/crypto.ts";
import type { Refusal } from "../refusal.ts";
import { toIpLimits } from "./hourly-limits.ts";
import type { CountedCheck, CountedInput, NonceView, RelayCheck } from "./relay-check.ts";

export type RecoverSigner = (signed: SignedDigest) => Address | null | Promise<Address | null>;

const refusal = { status: 401, error: relayErrors.invalidSignature } as const;

/** Step 2, first part: the signer is recovered here, so that a forgery costs no call to the chain. */
export function createLocalSignatureCheck({ recoverSigner }: { recoverSigner: RecoverSigner }): RelayCheck {
  return async function localSignature({ request, signature, digest }) {
    const signer = await recoverSigner({ digest, signature });
    return signer === request.from.toLowerCase() ? null : refusal;
  };
}

/** A nonce that another request in flight holds is as good as spent: a second one would be mined only to fail. */
export function nonceFree({ digest, nonceHolder }: NonceView): Refusal | null {
  return nonceHolder === undefined || nonceHolder === digest ? null : refusal;
}

/** Step 2, last part: the forwarder has the last word, on the nonce and the deadline too. */
export function createForwarderVerification({ limitPerHour }: { limitPerHour: number }): CountedCheck {
  const limits = ({ ip }: CountedInput) => toIpLimits({ ip, limitPerHour }).invalid;
  return {
    limits,
    check(input) {
      if (input.simulation.kind !== "invalid-signature") return null;
      // The hourly limit does not count it; a limit of its own bounds how often the chain is asked in vain.
      input.counters.take(limits(input));
      return refusal;
    },
  };
}
