import { type Kysely, sql } from "kysely";
import type { IndexSchema } from "../schema.ts";
import type { SearchSizes } from "./plan-search.ts";
import type { Source } from "./search-sources.ts";

/** Matches are not spread evenly: so many times as many slices are looked through as should be enough. */
const MARGIN = 1.1;
/** What would take a larger part of the register is found sooner without slices. */
const LARGEST_PART = 1 / 3;

type SlicesOptions = {
  db: Kysely<IndexSchema>;
  source: Source;
  direction: "asc" | "desc";
  /** So many should be enough, going by the sample. */
  slices: number;
  agents: number;
  sizes: SearchSizes;
};

/**
 * The matches that come first in the order of numbers, from slice to slice until they are more than are counted; none if
 * that would take too large a part of the register. It serves PostgreSQL, whose index knows each agent's slice.
 */
export async function searchSlices(options: SlicesOptions): Promise<number[] | undefined> {
  const { db, source, direction, agents, sizes } = options;
  // There may be one slice more by now than at the sample's time.
  const slices = Array.from({ length: Math.floor(agents / sizes.sliceAgents) + 2 }, (_, i) => i);
  if (direction === "desc") slices.reverse();
  async function find(chosen: number[]): Promise<number[]> {
    const numbers = sql.join(chosen.map((slice) => sql.lit(slice)));
    // Asked for all slices at once, PostgreSQL may find it cheaper to read the whole register's lists.
    const { rows } = await sql<{ agent_id: number }>`select found.agent_id
      from unnest(array[${numbers}]::bigint[]) as slices(slice) cross join lateral (
        select agents.agent_id from ${source.from}
        where ${source.where} and agents.agent_id / ${sql.lit(sizes.sliceAgents)} = slice offset 0
      ) as found`.execute(db);
    return rows.map(({ agent_id }) => agent_id);
  }

  const found: number[] = [];
  let seen = 0;
  let next = options.slices;
  while (seen + next <= slices.length * LARGEST_PART) {
    // Half of them by each of two connections: the database has more than one processor.
    const half = seen + Math.ceil(next / 2);
    const parts = [slices.slice(seen, half), slices.slice(half, seen + next)].filter(
      ({ length }) => length > 0,
    );
    for (const numbers of await Promise.all(parts.map(find))) found.push(...numbers);
    seen += next;
    const missing = sizes.maxMatches + 1 - found.length;
    if (missing <= 0) return found.sort((a, b) => (direction === "asc" ? a - b : b - a));
    // The slices seen tell better than the sample how many more it takes.
    next = Math.ceil((MARGIN * missing * seen) / Math.max(1, found.length));
  }
  return undefined;
}
