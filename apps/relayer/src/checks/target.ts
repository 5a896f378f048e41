import { relayErrors } from "@agent-registry/protocol";
import type { Address } from "viem";
import { isSameAddress } from "../transaction/forwarder.ts";
import type { RelayCheck } from "./relay-check.ts";

/** Step 4: the relayer pays for calls of the Registry alone. */
export function createTargetCheck({ registryAddress }: { registryAddress: Address }): RelayCheck {
  return function target({ request }) {
    if (isSameAddress(request.to, registryAddress)) return null;
    return { status: 403, error: relayErrors.wrongTarget };
  };
}
