import type { Kysely } from "kysely";
import type { BlockRow, FilingRow, IndexSchema } from "../schema.ts";
import { AGENT_STATE, type AgentState, type Change, createChange } from "./change.ts";
import type { LeaderSession } from "./leader-session.ts";
import { undoFiling } from "./undo-filing.ts";

type Load = LeaderSession["load"];

/** What the index held at `ancestor`, as a change of what it holds now. Computed in memory; nothing is written. */
export async function undoFilings(options: {
  load: Load;
  db: Kysely<IndexSchema>;
  checkpoint: BlockRow;
  ancestor: Pick<BlockRow, "last_sequence">;
}): Promise<Change> {
  const { load, db, checkpoint, ancestor } = options;
  const filings = await db
    .selectFrom("filings")
    .selectAll()
    .where("sequence", ">", ancestor.last_sequence)
    .orderBy("sequence", "desc")
    .execute();
  const change = createChange({
    agents: await loadForUndo(load, filings),
    lastSequence: checkpoint.last_sequence,
    lastAgentId: checkpoint.last_agent_id,
  });
  for (const filing of filings) undoFiling(change, filing);
  return change;
}

/** The agents and their parents. Those who are both come twice, from the same rows. */
async function loadForUndo(load: Load, filings: FilingRow[]): Promise<AgentState[]> {
  const loadAgents = (agentIds: Iterable<number>) =>
    load(
      "agents",
      [...agentIds].map((agent_id) => ({ agent_id })),
      AGENT_STATE,
    );
  const agents = await loadAgents(new Set(filings.map((filing) => filing.agent_id)));
  const parents = await loadAgents(new Set(agents.map((agent) => agent.parent_agent_id)));
  return [...agents, ...parents];
}
