import { relayErrors } from "@agent-registry/protocol";
import type { RelayCheck } from "./relay-check.ts";

/** Step 5: the relayer would pay the transferred ether. */
export const value: RelayCheck = ({ request }) =>
  request.value === 0n ? null : { status: 403, error: relayErrors.valueTransfer };
