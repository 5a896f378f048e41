import { MIN_RELAYER_BALANCE_WEI, relayErrors } from "@agent-registry/protocol";
import type { LedgerCheck } from "./relay-check.ts";

/** Step 6: what is in flight counts as spent, so that many requests at once cannot take the wallet below its minimum. */
export const balance: LedgerCheck = ({ balanceWei, walletReservedWei }) =>
  balanceWei - walletReservedWei >= MIN_RELAYER_BALANCE_WEI
    ? null
    : { status: 503, error: relayErrors.balanceTooLow };
