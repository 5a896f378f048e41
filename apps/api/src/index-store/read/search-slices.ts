import { type Kysely, sql } from "kysely";
import type { IndexSchema } from "../schema.ts";
import type { SearchSizes } from "./plan-search.ts";
import type { Source } from "./search-sources.ts";

/** Each by a connection of its own, which has an equal part of the slices: the database has more than one processor. */
const QUERIES_AT_ONCE = 2;
/** So many slices tell how many more it takes, and far better than a sample does. */
const MOST_AT_FIRST = 2 * QUERIES_AT_ONCE;
/** Slices that happen to hold few matches say little about the others: at most so many times as many come next. */
const MAX_GROWTH = 8;

type SlicesOptions = {
  db: Kysely<IndexSchema>;
  source: Source;
  direction: "asc" | "desc";
  /** So many should be enough, going by the sample. */
  slices: number;
  sizes: SearchSizes;
};

/**
 * The numbers of the matches in order, from slice to slice until they are more than are counted, or all there are. It
 * serves PostgreSQL, whose index knows each agent's slice.
 */
export async function searchSlices(options: SlicesOptions): Promise<number[]> {
  const { db, source, direction, sizes } = options;

  async function find(slices: number[]): Promise<number[]> {
    const numbers = sql.join(slices.map((slice) => sql.lit(slice)));
    // Asked for all slices at once, PostgreSQL may find it cheaper to read the whole register's lists.
    const { rows } = await sql<{ agent_id: number }>`select found.agent_id
      from unnest(array[${numbers}]::bigint[]) as slices(slice) cross join lateral (
        select agents.agent_id from ${source.from}
        where ${source.where} and agents.agent_id / ${sql.lit(sizes.sliceAgents)} = slice offset 0
      ) as found`.execute(db);
    return rows.map(({ agent_id }) => agent_id);
  }

  const { newest } = await db
    .selectFrom("agents")
    .select((eb) => eb.fn.max("agent_id").as("newest"))
    .executeTakeFirstOrThrow();
  const slices = Array.from({ length: Math.floor((newest ?? 0) / sizes.sliceAgents) + 1 }, (_, i) => i);
  if (direction === "desc") slices.reverse();
  const found: number[] = [];
  let each = Math.ceil(Math.min(options.slices, MOST_AT_FIRST) / QUERIES_AT_ONCE);
  for (let seen = 0; seen < slices.length && found.length <= sizes.maxMatches; ) {
    const parts = Array.from({ length: QUERIES_AT_ONCE }, (_, i) =>
      slices.slice(seen + i * each, seen + (i + 1) * each),
    );
    seen += QUERIES_AT_ONCE * each;
    const results = await Promise.all(parts.filter(({ length }) => length > 0).map(find));
    found.push(...results.flat());
    const missing = sizes.maxMatches + 1 - found.length;
    const next = Math.min((missing * seen) / Math.max(1, found.length), MAX_GROWTH * seen);
    // To ask once more takes less than to look through a slice in vain.
    each = Math.max(1, Math.round(next / QUERIES_AT_ONCE));
  }
  return found.sort((a, b) => (direction === "asc" ? a - b : b - a));
}
