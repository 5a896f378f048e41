import type { Kysely } from "kysely";
import { toKindNumber } from "../index-store/filing-data.ts";
import type { BlockRow, IndexSchema } from "../index-store/schema.ts";
import type { NewBlock } from "../index-store/write/index-writer.ts";

/** What is taken back is one transaction: some seconds on SQLite, in which nothing else is answered. */
const MAX_FILINGS = 50_000;

/**
 * Where the index stood at any block, of which it need not have kept the hash: filings are numbered without gaps and
 * in the order of their blocks. Undefined if more would have to be taken back than one transaction should hold.
 */
export async function findRewindRow(db: Kysely<IndexSchema>, block: NewBlock): Promise<BlockRow | undefined> {
  const newest = await db
    .selectFrom("blocks")
    .selectAll()
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  if (newest === undefined || newest.number <= block.number) return undefined;
  let [low, high] = [0, newest.last_sequence];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const filing = await db
      .selectFrom("filings")
      .select("block_number")
      .where("sequence", "=", middle)
      .executeTakeFirst();
    if (filing === undefined) return undefined;
    if (filing.block_number <= block.number) low = middle;
    else high = middle - 1;
  }
  if (newest.last_sequence - low > MAX_FILINGS) return undefined;
  const { registered } = await db
    .selectFrom("filings")
    .select((eb) => eb.fn.countAll<number>().as("registered"))
    .where("sequence", ">", low)
    .where("kind", "=", toKindNumber("registered"))
    .executeTakeFirstOrThrow();
  return { ...block, last_sequence: low, last_agent_id: newest.last_agent_id - Number(registered) };
}
