import type { Clock } from "@agent-registry/service";
import type { Kysely } from "kysely";
import { NO_AGENT } from "../chain/decode-event.ts";
import type { IndexSchema } from "../index/schema.ts";
import type { Comparison } from "./compare.ts";

const MAX_IN_CALL = 500;
const MAX_FILINGS = 2_000;
/** At most this many agents wait here. The walk, which compares all agents, comes to the others. */
const MAX_WAITING = 5_000;

/** Compares the agents that have new filings, many in one call, a few seconds after they were indexed. */
export async function followChanges(options: {
  db: Kysely<IndexSchema>;
  clock: Clock;
  intervalMs: number;
  check: (agentIds: number[]) => Promise<Comparison | undefined>;
}) {
  const { db, clock, intervalMs, check } = options;
  let sequence = await readLastSequence();
  let dueAtMs = clock.now() + intervalMs;
  const waiting = new Set<number>();

  async function readLastSequence(): Promise<number> {
    const newest = db.selectFrom("blocks").select("last_sequence").orderBy("number", "desc").limit(1);
    return (await newest.executeTakeFirst())?.last_sequence ?? 0;
  }

  async function collect(): Promise<void> {
    const filings = await db
      .selectFrom("filings")
      .select(["sequence", "agent_id"])
      .where("sequence", ">", sequence)
      .orderBy("sequence")
      .limit(MAX_FILINGS)
      .execute();
    for (const { agent_id } of filings)
      if (agent_id !== NO_AGENT && waiting.size < MAX_WAITING) waiting.add(agent_id);
    // After blocks were taken back the newest filing has a lower number than before.
    if (filings.length < MAX_FILINGS) sequence = await readLastSequence();
    else sequence = filings.at(-1)?.sequence ?? sequence;
  }

  return {
    isDue: () => clock.now() >= dueAtMs,
    /** False if nothing has changed. */
    async advance(): Promise<boolean> {
      dueAtMs = clock.now() + intervalMs;
      await collect();
      const agentIds = [...waiting].slice(0, MAX_IN_CALL);
      if (agentIds.length === 0) return false;
      const comparison = await check(agentIds);
      const known = comparison?.block.last_agent_id ?? 0;
      const compared = new Set(comparison?.compared);
      for (const agentId of agentIds) {
        if (compared.has(agentId) || agentId > known) waiting.delete(agentId);
      }
      return true;
    },
  };
}
