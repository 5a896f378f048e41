import {
  apiErrors,
  type EnforcementAction,
  type EnforcementFiling,
  EnforcementFilingSchema,
  EnforcementQuery,
  EnforcementResponse,
} from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import type { Kysely } from "kysely";
import { type Address, isAddress } from "viem";
import { parseQuery } from "../../http/parse-request.ts";
import { defineQuestion } from "../../http/question.ts";
import { toAction, toActionNumber } from "../../index/enforcement.ts";
import { toRegisterFilings } from "../../index/read/to-filing.ts";
import type { IndexSchema } from "../../index/schema.ts";
import { suspension } from "../shared/examples.ts";

type Asked = {
  action?: EnforcementAction | undefined;
  /** In lower case. */
  actor?: Address | undefined;
  /** Only filings older than this one. */
  before?: number | undefined;
  limit: number;
};

/** What regulators did, and who refused a record, newest first. Not kept, so that a suspension shows at once. */
export const enforcement = defineQuestion({
  path: "/enforcement",
  query: EnforcementQuery,
  response: EnforcementResponse,
  parse(c): Asked {
    const { kind: action, regulator, after, limit } = parseQuery(c, EnforcementQuery);
    return { action, actor: parseRegulator(regulator), before: parseOlderThan(after), limit };
  },
  read: ({ db }, asked) => readEnforcement(db, asked),
  answer({ filings, hasMore }) {
    const oldest = filings.at(-1);
    const next = hasMore && oldest !== undefined ? String(oldest.sequence) : null;
    return { body: { data: filings, next } };
  },
  schemas: { EnforcementFiling: EnforcementFilingSchema, EnforcementList: EnforcementResponse },
  doc: {
    operationId: "listEnforcement",
    tag: "Following",
    summary: "Suspensions, reactivations, revocations, releases and refusals, newest first",
    description:
      "What regulators did, with the reason they gave, and which of those whom a record names refused it. An agent that ends itself is not among them. A refusal that suspends an agent or releases a wallet is one entry, `refused`.",
    example: { data: [{ ...suspension, action: "suspended" }], next: null },
  },
});

/** In lower case. Capitals claim a checksum, and a mistyped one is refused. */
function parseRegulator(given: string | undefined): Address | undefined {
  if (given === undefined) return undefined;
  if (!isAddress(given)) throw new HttpError(400, "Invalid regulator: must be an address");
  return given.toLowerCase() as Address;
}

/** The number of the oldest filing that the reader has seen. */
function parseOlderThan(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  const sequence = Number(cursor);
  if (!/^\d+$/.test(cursor) || !Number.isSafeInteger(sequence))
    throw new HttpError(400, apiErrors.notACursor);
  return sequence;
}

/** Each way to filter is a range of an index that holds these filings alone, however many others there are. */
export function toEnforcementQuery(db: Kysely<IndexSchema>, { action, actor, before, limit }: Asked) {
  let query = db.selectFrom("filings").selectAll().where("enforcement", "is not", null);
  if (action !== undefined) query = query.where("enforcement", "=", toActionNumber(action));
  if (actor !== undefined) query = query.where("actor", "=", actor);
  if (before !== undefined) query = query.where("sequence", "<", before);
  return query.orderBy("sequence", "desc").limit(limit + 1);
}

export async function readEnforcement(
  db: Kysely<IndexSchema>,
  asked: Asked,
): Promise<{ filings: EnforcementFiling[]; hasMore: boolean }> {
  const rows = await toEnforcementQuery(db, asked).execute();
  const filings = await toRegisterFilings(db, rows.slice(0, asked.limit));
  return {
    filings: filings.map((filing, i) => ({ ...filing, action: toAction(rows[i]?.enforcement ?? -1) })),
    hasMore: rows.length > asked.limit,
  };
}
