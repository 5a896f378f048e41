import type { EnforcementFiling } from "@agent-registry/protocol";
import type { Kysely } from "kysely";
import { toAction, toActionNumber } from "../enforcement.ts";
import type { IndexReader } from "../index-reader.ts";
import type { IndexSchema } from "../schema.ts";
import { toRegisterFiling } from "./read-filings-page.ts";

type Query = Parameters<IndexReader["getEnforcementPage"]>[0];

/** Each way to filter is a range of an index that holds these filings alone, however many others there are. */
export function toEnforcementQuery(db: Kysely<IndexSchema>, { action, actor, before, limit }: Query) {
  let query = db.selectFrom("filings").selectAll().where("enforcement", "is not", null);
  if (action !== undefined) query = query.where("enforcement", "=", toActionNumber(action));
  if (actor !== undefined) query = query.where("actor", "=", actor);
  if (before !== undefined) query = query.where("sequence", "<", before);
  return query.orderBy("sequence", "desc").limit(limit + 1);
}

export async function readEnforcementPage(
  db: Kysely<IndexSchema>,
  query: Query,
): Promise<{ filings: EnforcementFiling[]; hasMore: boolean }> {
  const rows = await toEnforcementQuery(db, query).execute();
  const filings = rows.slice(0, query.limit).map((row) => ({
    ...toRegisterFiling(row),
    action: toAction(row.enforcement ?? -1),
  }));
  return { filings, hasMore: rows.length > query.limit };
}
