import { findStatus } from "@agent-registry/protocol/signed";
import type { Logger } from "@agent-registry/service";
import { type IndexAtBlock, type OpenAtBlock, readAtBlock } from "../index/at-block.ts";
import { readStandings, type Standings, type StandingsQuery } from "./read-standings.ts";
import { updateStandings } from "./update-standings.ts";

/** Two bits for each agent: at ten million agents 2.5 MB each. */
const MOST_KEPT = 4;
/** Between those that are kept, so that the oldest is from before all but the deepest reorganisations. */
const BETWEEN_KEPT_SECONDS = 60;

/**
 * How all agents stand, step by step: what is dead stays dead, so only what may have changed since an earlier time is
 * read. Everything is read if no earlier state is one of the index's blocks: after a start, and after a deep rewind.
 */
export function createKeptStandings({ open, logger }: { open: OpenAtBlock; logger: Logger }) {
  /** Newest first. Never changed, only replaced. */
  let kept: readonly Standings[] = [];

  /** The newest state at a block that the index still has. A mended index may have the same block with other filings. */
  async function findEarlier({ db }: IndexAtBlock): Promise<Standings | undefined> {
    if (kept.length === 0) return undefined;
    const numbers = kept.map(({ block }) => block.number);
    const blocks = await db.selectFrom("blocks").selectAll().where("number", "in", numbers).execute();
    return kept.find(({ block, lastSequence, lastAgentId }) =>
      blocks.some(
        (row) =>
          row.number === block.number &&
          row.hash === block.hash &&
          row.last_sequence === lastSequence &&
          row.last_agent_id === lastAgentId,
      ),
    );
  }

  async function update(at: IndexAtBlock, query: StandingsQuery): Promise<Standings | undefined> {
    const earlier = await findEarlier(at);
    return earlier && (await updateStandings(at, earlier, query));
  }

  function keep(newest: Standings): void {
    const [last, ...older] = kept;
    const isSoon =
      last !== undefined &&
      older[0] !== undefined &&
      last.judgedBy.expiresAt - older[0].judgedBy.expiresAt < BETWEEN_KEPT_SECONDS;
    kept = [newest, ...(isSoon ? older : kept)].slice(0, MOST_KEPT);
  }

  return {
    /** How every agent stands at the index's newest block; undefined if the chain is not known. */
    async read(query: StandingsQuery): Promise<Standings | undefined> {
      const before = kept;
      const standings = await readAtBlock(open, "long", async (at) => {
        const updated = await update(at, query);
        if (updated !== undefined) return updated;
        logger.info({ agents: at.lastAgentId }, "The standings of all agents are read");
        return readStandings(at, query);
      });
      // What goes on from a state that was found wrong in the meantime is not kept.
      if (standings !== undefined && kept === before) keep(standings);
      return standings;
    },

    /** Compares with what is read from nothing, at the same block; if they differ, that counts. Returns whether they do. */
    async check(query: StandingsQuery): Promise<boolean> {
      const [ours, whole] = await readAtBlock(open, "long", async (at) => [
        await update(at, query),
        await readStandings(at, query),
      ]);
      if (ours === undefined || whole === undefined || Buffer.compare(ours.values, whole.values) === 0)
        return false;
      kept = [whole];
      const agentIds = findDifferences(ours, whole);
      const block = whole.block.number;
      logger.warn(
        { block, agents: agentIds.length, firstAgents: agentIds.slice(0, 10) },
        "The kept standings of agents differed from the index",
      );
      return true;
    },
  };
}

function findDifferences(ours: Standings, whole: Standings): number[] {
  const agentIds: number[] = [];
  for (let agentId = 0; agentId <= whole.lastAgentId; agentId += 1)
    if (findStatus(ours.values, agentId) !== findStatus(whole.values, agentId)) agentIds.push(agentId);
  return agentIds;
}
