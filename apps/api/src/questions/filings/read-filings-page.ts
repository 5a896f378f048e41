import type { RegisterFiling } from "@agent-registry/protocol";
import type { Kysely } from "kysely";
import {
  type FilingCursor,
  toCursor,
  toNamableSequences,
  toSequence,
  toShared,
} from "../../index/filing-cursor.ts";
import { toRegisterFiling } from "../../index/read/to-filing.ts";
import type { IndexSchema } from "../../index/schema.ts";

type Query = { after: FilingCursor; limit: number };

/** Filings after a place in the register; or where to go back to, if that place is not in its chain any more. */
type FilingsPage =
  | { filings: RegisterFiling[]; next: FilingCursor; hasMore: boolean }
  | { takenBackTo: FilingCursor };

/**
 * The filings after a cursor, and those by which it is checked. Filings are numbered without gaps, so that a page is a
 * range of numbers.
 */
export function toPageQuery(db: Kysely<IndexSchema>, { after, limit }: Query) {
  const last = toSequence(after);
  const named = [...new Set([...after.map(({ sequence }) => sequence), ...toNamableSequences(last)])];
  const filings = db.selectFrom("filings").selectAll();
  return filings
    .where("sequence", ">", last)
    .where("sequence", "<=", last + limit + 1)
    .unionAll(filings.where("sequence", "in", [0, ...named]))
    .orderBy("sequence");
}

export async function readFilingsPage(
  db: Kysely<IndexSchema>,
  { after, limit }: Query,
): Promise<FilingsPage> {
  const rows = await toPageQuery(db, { after, limit }).execute();
  const last = toSequence(after);
  const bySequence = new Map(rows.map((row) => [row.sequence, row]));

  const shared = toShared(after, bySequence);
  if (toSequence(shared) !== last) return { takenBackTo: shared };
  const following = rows.filter((row) => row.sequence > last);
  const page = following.slice(0, limit);
  return {
    filings: page.map(toRegisterFiling),
    next: toCursor(page.at(-1)?.sequence ?? last, bySequence),
    hasMore: following.length > limit,
  };
}
