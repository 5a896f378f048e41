import { NO_AGENT } from "../../chain/decode-event.ts";
import type { RegistryEvent } from "../../chain/registry-event.ts";
import { type FilingData, type FilingKind, toKindNumber } from "../filing-data.ts";
import { type Change, InconsistentLogs } from "./change.ts";
import { toEnforcement } from "./to-enforcement.ts";

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
