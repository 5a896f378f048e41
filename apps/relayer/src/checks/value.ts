import { relayErrors } from "@agent-registry/protocol";
import type { RelayCheck } from "./relay-check.ts";

/** Step 5: the ether would be the relayer's. */
export const value: RelayCheck = ({ request }) =>
  request.value === 0n ? null : { status: 403, error: relayErrors.valueTransfer };
