import { AGENT_STATUSES, type EnforcementAction } from "@agent-registry/protocol";
import type { RegistryEvent } from "../../chain/registry-event.ts";
import { toActionNumber } from "../enforcement.ts";
import { parseFiling } from "../filing-data.ts";
import type { FilingRow } from "../schema.ts";

/** What the event is among the enforcement actions, as stored; null if it is none. `previous` is the filing before it. */
export function toEnforcement(event: RegistryEvent, previous: FilingRow | undefined): number | null {
  const action = findAction(event, previous);
  return action === null ? null : toActionNumber(action);
}

function findAction(event: RegistryEvent, previous: FilingRow | undefined): EnforcementAction | null {
  switch (event.kind) {
    case "consent-refused":
      return "refused";
    case "wallet-released":
      // A wallet leaves by declining the record; of any other wallet only a regulator decides.
      return event.actor === event.agentWallet ? "refused" : "released";
    case "status-changed":
      switch (AGENT_STATUSES[event.newStatus]) {
        case "Active":
          return "reactivated";
        case "Revoked":
          return "revoked";
        case "Suspended":
          return isRefusal(event, previous) ? null : "suspended";
        default:
          // An agent ends itself, or ends because its wallet was released, which is a filing of its own.
          return null;
      }
    default:
      return null;
  }
}

/**
 * A Haftungsperson that refuses suspends an active agent, and the contract emits both events in turn: the refusal is the
 * action.
 */
function isRefusal(event: RegistryEvent, previous: FilingRow | undefined): boolean {
  if (previous?.agent_id !== event.agentId || previous.transaction_hash !== event.transactionHash)
    return false;
  const { kind, data } = parseFiling(previous);
  return kind === "consent-refused" && data.suspends;
}
