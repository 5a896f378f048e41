import type { RegisterFiling } from "@agent-registry/protocol";
import { type Kysely, sql } from "kysely";
import type { Hash } from "viem";
import { type FilingCursor, toCursor, toNamableSequences, toSequence, toShared } from "../filing-cursor.ts";
import type { FilingsPage } from "../index-reader.ts";
import type { FilingRow, IndexSchema } from "../schema.ts";
import { toFiling } from "./read-filings.ts";

type Query = { after: FilingCursor; limit: number };

/**
 * The filings after a cursor, those by which it is checked, and the newest block: one statement, so that all of it is
 * one state of the index even if a reorganisation comes meanwhile. Filings are numbered without gaps, so that a page is
 * a range of numbers.
 */
export function toPageQuery(db: Kysely<IndexSchema>, { after, limit }: Query) {
  const last = toSequence(after);
  const named = [...new Set([...after.map(({ sequence }) => sequence), ...toNamableSequences(last)])];
  const head = db
    .selectFrom("blocks")
    .select(["number as head_number", "hash as head_hash", "last_sequence"])
    .orderBy("number", "desc")
    .limit(1)
    .as("head");
  const filings = db.selectFrom("filings").selectAll();
  const found = filings
    .where("sequence", ">", last)
    .where("sequence", "<=", last + limit + 1)
    .unionAll(filings.where("sequence", "in", [0, ...named]))
    .as("found");
  return db
    .selectFrom(head)
    .leftJoin(found, (join) => join.onTrue())
    .selectAll()
    .orderBy(sql`sequence`);
}

export async function readFilingsPage(
  db: Kysely<IndexSchema>,
  { after, limit }: Query,
): Promise<FilingsPage | undefined> {
  const rows = await toPageQuery(db, { after, limit }).execute();
  const last = toSequence(after);
  const [first] = rows;
  if (first === undefined) return undefined;
  const read = rows.filter((row): row is typeof row & FilingRow => row.sequence !== null);
  const bySequence = new Map(read.map((row) => [row.sequence, row]));

  const shared = toShared(after, bySequence);
  if (toSequence(shared) !== last) return { takenBackTo: shared };
  const following = read.filter((row) => row.sequence > last);
  const page = following.slice(0, limit);
  return {
    filings: page.map(toRegisterFiling),
    next: toCursor(page.at(-1)?.sequence ?? last, bySequence),
    hasMore: following.length > limit,
    head: {
      blockNumber: first.head_number,
      blockHash: first.head_hash as Hash,
      sequence: first.last_sequence,
    },
  };
}

/** A stored filing with its place in the register and in the chain. */
export function toRegisterFiling(row: FilingRow): RegisterFiling {
  return {
    sequence: row.sequence,
    agentId: row.agent_id,
    ...toFiling(row),
    blockHash: row.block_hash as Hash,
    logIndex: row.log_index,
  };
}
