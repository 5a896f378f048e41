import type { KyaDecision } from "@agent-registry/sdk";
import { renderTable } from "../terminal/render.ts";

/**
 * As for a single wallet, the worst of all: 2 if one is registered but not compliant, else 3 if one is not registered,
 * else 4 if the policy objects to one. 0 only if all are admissible.
 */
export function toListExitCode(decisions: readonly KyaDecision[]): 0 | 2 | 3 | 4 {
  const refused = decisions.filter(({ admissible }) => !admissible);
  if (refused.length === 0) return 0;
  if (refused.some(({ isRegistered, isCompliant }) => isRegistered && !isCompliant)) return 2;
  return refused.some(({ isRegistered }) => !isRegistered) ? 3 : 4;
}

/** A row for each wallet, in the order of the list, and what it comes to. */
export function renderDecisions(decisions: readonly KyaDecision[]): string[] {
  const rows = decisions.map(({ wallet, agentId, retiredFrom, admissible, objections }) => [
    wallet,
    String(agentId ?? (retiredFrom === undefined ? "-" : `was ${retiredFrom}`)),
    admissible ? "yes" : "NO",
    objections.join(", "),
  ]);
  const count = decisions.filter(({ admissible }) => admissible).length;
  return [
    ...renderTable({ head: ["WALLET", "AGENT", "ADMISSIBLE", "OBJECTIONS"], rows }),
    "",
    `${count} of ${decisions.length} ${decisions.length === 1 ? "wallet is" : "wallets are"} admissible${toWhere(decisions)}.`,
  ];
}

/** The last part's block: a long list is asked in parts. */
function toWhere(decisions: readonly KyaDecision[]): string {
  const last = decisions.at(-1);
  if (last === undefined) return "";
  const block = last.block === null ? "" : ` at block ${last.block.number}`;
  return `, by the ${last.source === "api" ? "query API" : "chain"}${block}, ${last.checkedAt}`;
}
