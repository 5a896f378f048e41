import { relayErrors, SIGNATURE_BYTES } from "@agent-registry/protocol";
import { isAddressEqual, size } from "viem";
import type { Recovery } from "../recovery/create-recovery.ts";
import type { RelayCheck } from "./relay-check.ts";

const refusal = { status: 401, error: relayErrors.invalidSignature } as const;

/** Step 2, first half: recovered here, so that forgeries cost us no call to the chain. */
export function createLocalSignatureCheck({ recovery }: { recovery: Pick<Recovery, "recover"> }): RelayCheck {
  return async function localSignature({ request, signature, digest }) {
    if (size(signature) !== SIGNATURE_BYTES) return refusal;
    const signer = await recovery.recover({ digest, signature });
    return signer !== null && isAddressEqual(signer, request.from) ? null : refusal;
  };
}

/** Step 2, second half: the forwarder has the last word, on the nonce and the deadline too. */
export const forwarderVerification: RelayCheck = async ({ trial }) =>
  (await trial()).kind === "invalid-signature" ? refusal : null;
