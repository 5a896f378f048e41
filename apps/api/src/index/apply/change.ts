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
