import { AGENT_STATUSES, type EnforcementAction } from "@agent-registry/protocol";
import { NO_AGENT, type RegistryEvent } from "../../chain/decode-event.ts";
import { toActionNumber } from "../enforcement.ts";
import { type FilingData, type FilingKind, parseFiling, toKindNumber } from "../filing-data.ts";
import type { FilingRow } from "../schema.ts";
import { type Change, InconsistentLogs } from "./change.ts";

export type EventOf<K extends FilingKind> = Extract<RegistryEvent, { kind: K }>;

/**
 * Notes the event as the agent's newest filing. Those about persons and notaries are not counted among themselves:
 * their position is their number in the register.
 */
export function appendFiling<K extends FilingKind>(
  change: Change,
  event: EventOf<K>,
  data: FilingData[K],
): void {
  const agent = event.agentId === NO_AGENT ? undefined : change.get(event.agentId);
  change.lastSequence += 1;
  const isReport = event.kind === "revenue-reported";
  change.filings.push({
    sequence: change.lastSequence,
    agent_id: event.agentId,
    position: agent?.filing_count ?? change.lastSequence,
    report_position: isReport ? (agent?.report_count ?? null) : null,
    block_number: event.blockNumber,
    block_hash: event.blockHash,
    log_index: event.logIndex,
    transaction_hash: event.transactionHash,
    timestamp: event.timestamp,
    actor: event.actor,
    kind: toKindNumber(event.kind),
    data: JSON.stringify(data),
    enforcement: toEnforcement(event, change.filings.at(-1)),
  });
  if (agent === undefined) return;
  change.set(agent, "filing_count", agent.filing_count + 1);
  if (isReport) change.set(agent, "report_count", agent.report_count + 1);
}

/** For values that must be the same in the event and in the index. */
export function expectSame(event: RegistryEvent, ours: number | string, theirs: number | string): void {
  if (ours !== theirs) throw toInconsistent(event);
}

export function toInconsistent(event: RegistryEvent): InconsistentLogs {
  return new InconsistentLogs(
    `The ${event.kind} event of agent ${event.agentId} in block ${event.blockNumber} does not follow from the index`,
  );
}

/** What the event is among the enforcement actions, as stored; null if it is none. `previous` is the filing before it. */
function toEnforcement(event: RegistryEvent, previous: FilingRow | undefined): number | null {
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
