import { relayErrors } from "@agent-registry/protocol";
import type { LedgerCheck } from "./relay-check.ts";

type BudgetOptions = { budgetWei: bigint; attestationReserveWei: bigint };

/**
 * Step 7: what was paid, and the worst case of what is in flight and of this request, fit into the day's
 * budget. The reserve is for attestations that are due: a client that uses up the rest cannot make registered
 * agents lapse.
 */
export function createBudgetCheck({ budgetWei, attestationReserveWei }: BudgetOptions): LedgerCheck {
  return function budget({ paidWei, reservedWei, worstCaseWei, mayUseReserve }) {
    const limitWei = mayUseReserve ? budgetWei : budgetWei - attestationReserveWei;
    if (paidWei + reservedWei + worstCaseWei <= limitWei) return null;
    return { status: 429, error: relayErrors.budgetExhausted };
  };
}
