import { relayErrors } from "@agent-registry/protocol";
import { isAddressEqual } from "viem";
import { recoverSigner } from "./recover-signer.ts";
import type { RelayCheck } from "./relay-check.ts";

const refusal = { status: 401, error: relayErrors.invalidSignature } as const;

/** Step 2, first half: the signer is recovered here, so that a forgery costs no call to the chain. */
export const localSignature: RelayCheck = ({ request, signature, digest }) => {
  const signer = recoverSigner({ digest, signature });
  return signer !== null && isAddressEqual(signer, request.from) ? null : refusal;
};

/** Step 2, second half: the forwarder has the last word, on the nonce and the deadline too. */
export const forwarderVerification: RelayCheck = async ({ simulate }) =>
  (await simulate()).kind === "invalid-signature" ? refusal : null;
