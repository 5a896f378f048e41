import { relayErrors } from "@agent-registry/protocol";
import type { LedgerCheck } from "./relay-check.ts";

/** Step 7: what was paid, and the worst case of what is in flight and of this request, fit into the day's budget. */
export function createBudgetCheck({ budgetWei }: { budgetWei: bigint }): LedgerCheck {
  return function budget({ paidWei, reservedWei, worstCaseWei }) {
    if (paidWei + reservedWei + worstCaseWei <= budgetWei) return null;
    return { status: 429, error: relayErrors.budgetExhausted };
  };
}
