import { AGENT_STATUSES, type EnforcementAction } from "@agent-registry/protocol";
import { type EventFields, NO_AGENT, type RegistryEvent } from "../../chain/decode-event.ts";
import { toActionNumber } from "../enforcement.ts";
import { type FilingData, type FilingKind, parseFiling, toKindNumber } from "../filing-data.ts";
import type { AgentRow, FilingRow } from "../schema.ts";
import { createCounters } from "./counters.ts";

export type Change = ReturnType<typeof createChange>;

/** The logs contradict what the index holds: one of the two is wrong. */
export class InconsistentLogs extends Error {}

/** The columns of an agent that events change. */
const CHANGING = [
  "agent_wallet",
  "haftungsperson",
  "constitution_hash",
  "capability_hash",
  "last_attestation",
  "last_revenue_report",
  "status",
  "consents",
  "refusals",
  "wallet_released",
  "suspended_by_refusal",
  "pending_haftungsperson",
  "pending_wallet",
  "attester",
  "wallet_word",
  "haftungsperson_word",
  "parent_word",
  "child_count",
  "filing_count",
  "report_count",
] as const satisfies (keyof AgentRow)[];
type ChangingColumn = (typeof CHANGING)[number];
/** What must be known of an agent to apply or undo an event. */
export const AGENT_STATE = ["agent_id", "creator", "parent_agent_id", "generation", ...CHANGING] as const;
export type AgentState = Pick<AgentRow, (typeof AGENT_STATE)[number]>;

/**
 * One change of the index, forward or back. It is computed in memory over the agents that it touches, and
 * then written in one transaction.
 */
export function createChange(options: { agents: AgentState[]; lastSequence: number; lastAgentId: number }) {
  const agents = new Map<number, AgentState>();
  for (const agent of options.agents) agents.set(agent.agent_id, agent);
  const added = new Map<number, AgentRow>();
  const removed = new Set<number>();
  /** Which columns to write, as bits: every written column and its database indexes cost time. */
  const dirty = new Map<number, number>();

  return {
    counters: createCounters(),
    filings: [] as FilingRow[],
    lastSequence: options.lastSequence,
    /** Ids have no gaps, so the last one is also the number of agents. */
    lastAgentId: options.lastAgentId,

    get(agentId: number): AgentState {
      const agent = agents.get(agentId);
      if (agent === undefined) throw new InconsistentLogs(`Agent ${agentId} is not in the index`);
      return agent;
    },
    set<C extends ChangingColumn>(agent: AgentState, column: C, value: AgentState[C]): void {
      agent[column] = value;
      dirty.set(agent.agent_id, (dirty.get(agent.agent_id) ?? 0) | (1 << CHANGING.indexOf(column)));
    },
    add(agent: AgentRow): void {
      agents.set(agent.agent_id, agent);
      added.set(agent.agent_id, agent);
    },
    remove(agentId: number): void {
      agents.delete(agentId);
      removed.add(agentId);
    },

    addedAgents: () => [...added.values()],
    removedIds: () => [...removed],
    /** Changed agents by the columns that changed. */
    changedAgents(): { columns: ChangingColumn[]; rows: AgentState[] }[] {
      const groups = new Map<number, AgentState[]>();
      for (const [agentId, bits] of dirty) {
        const agent = agents.get(agentId);
        if (agent === undefined || added.has(agentId)) continue;
        const group = groups.get(bits);
        if (group === undefined) groups.set(bits, [agent]);
        else group.push(agent);
      }
      return [...groups].map(([bits, rows]) => ({
        columns: CHANGING.filter((_, i) => (bits & (1 << i)) !== 0),
        rows,
      }));
    },
  };
}

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

/** What the event states beside time, actor and place: of most kinds, the filing holds nothing else. */
export function stated<K extends FilingKind>(event: EventOf<K>): EventFields<K> {
  const { kind, agentId, actor, timestamp, blockNumber, blockHash, logIndex, transactionHash, ...fields } =
    event as RegistryEvent;
  return fields as unknown as EventFields<K>;
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
