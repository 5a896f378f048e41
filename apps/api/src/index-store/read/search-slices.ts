import { type Kysely, sql } from "kysely";
import type { IndexSchema } from "../schema.ts";
import type { SearchSizes } from "./plan-search.ts";
import type { Source } from "./search-sources.ts";

/** Each by a connection of its own, which has an equal part of the slices: the database has more than one processor. */
const QUERIES_AT_ONCE = 2;
/** Slices that happen to hold few matches say little about the others: at most so many times as many come next. */
const MAX_GROWTH = 8;

type SlicesOptions = {
  db: Kysely<IndexSchema>;
  source: Source;
  direction: "asc" | "desc";
  sizes: SearchSizes;
};

/**
 * The numbers of the matches in order, from slice to slice until they are more than are counted, or all there are. It
 * serves PostgreSQL, whose index knows each agent's slice.
 */
export async function searchSlices({ db, source, direction, sizes }: SlicesOptions): Promise<number[]> {
  async function find(slices: number[]): Promise<number[]> {
    const wanted = sql.join(slices.map((slice) => sql.lit(slice)));
    // Asked for all slices at once, PostgreSQL may find it cheaper to read the whole register's lists. The numbers come in
    // one text, since hundreds of rows take the process longer to read than PostgreSQL to join them.
    const { rows } = await sql<{ numbers: string | null }>`
      select string_agg(found.agent_id::text, ',') as numbers
      from unnest(array[${wanted}]::bigint[]) as slices(slice) cross join lateral (
        select ${source.number} as agent_id from ${source.from}
        where ${source.where} and ${source.number} / ${sql.lit(sizes.sliceAgents)} = slice offset 0
      ) as found`.execute(db);
    return rows[0]?.numbers?.split(",").map(Number) ?? [];
  }

  async function readLastSlice(): Promise<number> {
    const { newest } = await db
      .selectFrom("agents")
      .select((eb) => eb.fn.max("agent_id").as("newest"))
      .executeTakeFirstOrThrow();
    return Math.floor((newest ?? 0) / sizes.sliceAgents);
  }

  const isUpwards = direction === "asc";
  // Upwards, the first slices are known without the last one.
  let last = isUpwards ? Number.POSITIVE_INFINITY : await readLastSlice();
  const found: number[] = [];
  let seen = 0;
  // The first slices tell how many more it takes, and far better than a sample does.
  let each = 1;
  while (seen <= last && found.length <= sizes.maxMatches) {
    const next = Array.from({ length: QUERIES_AT_ONCE * each }, (_, i) => seen + i)
      .filter((i) => i <= last)
      .map((i) => (isUpwards ? i : last - i));
    const parts = Array.from({ length: QUERIES_AT_ONCE }, (_, i) => next.slice(i * each, (i + 1) * each));
    const results = await Promise.all(parts.filter(({ length }) => length > 0).map(find));
    found.push(...results.flat());
    seen += next.length;
    const missing = sizes.maxMatches + 1 - found.length;
    if (missing > 0 && last === Number.POSITIVE_INFINITY) last = await readLastSlice();
    const expected = Math.min((missing * seen) / Math.max(1, found.length), MAX_GROWTH * seen);
    // To ask once more takes less than to look through a slice in vain.
    each = Math.max(1, Math.round(expected / QUERIES_AT_ONCE));
  }
  return found.sort((a, b) => (isUpwards ? a - b : b - a));
}
