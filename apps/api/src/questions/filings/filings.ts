import {
  apiErrors,
  FilingsQuery,
  FilingsResponse,
  type RegisterFiling,
  RegisterFilingSchema,
  TakenBackResponse,
} from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import type { Kysely } from "kysely";
import { parseQuery } from "../../http/parse-request.ts";
import { defineQuestion } from "../../http/question.ts";
import type { Register } from "../../http/register.ts";
import { type IndexAtBlock, readAtBlock } from "../../index/at-block.ts";
import {
  type FilingCursor,
  formatCursor,
  parseCursor,
  toCursor,
  toNamableSequences,
  toPlainCursor,
  toSequence,
  toShared,
} from "../../index/filing-cursor.ts";
import { readNewestFilings } from "../../index/read/read-newest-filings.ts";
import { toRegisterFilings } from "../../index/read/to-filing.ts";
import type { IndexSchema } from "../../index/schema.ts";
import { BLOCK, registration } from "../shared/examples.ts";

type Asked = {
  /** If not given, the newest filings come first. */
  after?: FilingCursor;
  limit: number;
};

const CURSOR = "1.3f0c8a6e5d1b2974";

/** Every filing of the register, for readers who keep a copy or follow it. Not cached, so that new ones show at once. */
export const filings = defineQuestion({
  path: "/filings",
  query: FilingsQuery,
  response: FilingsResponse,
  parse(c): Asked {
    const { after: text = "0", limit, order } = parseQuery(c, FilingsQuery);
    if (order === "desc") return { limit };
    const after = parseCursor(text);
    if (after === undefined) throw new HttpError(400, apiErrors.notACursor);
    return { after, limit };
  },
  read: readPage,
  async answer(found, asked, register) {
    if ("takenBackTo" in found) throw await toRefusal(found.takenBackTo, asked, register);
    return { body: { ...found, next: formatCursor(found.next) } };
  },
  schemas: {
    RegisterFiling: RegisterFilingSchema,
    RegisterFilingList: FilingsResponse,
    TakenBack: TakenBackResponse,
  },
  doc: {
    operationId: "listFilings",
    tag: "Following",
    summary: "Every filing of the register in chain order, for those who keep a copy; or the newest",
    description:
      "Begin without `after`, then ask with `next` of each answer; while `hasMore` is false, ask again after a while with the same `next`. It costs as much at the end of the register as at its beginning. If the chain was reorganised, the answer is 410: drop all filings after its `sequence`, and go on from its `next`. After that your copy is again a part of the register's chain. With `order=desc` the newest filings come first, and `next` goes on with those that will follow.",
    example: {
      filings: [{ sequence: 1, agentId: 1, ...registration, blockHash: BLOCK.hash, logIndex: 3 }],
      next: CURSOR,
      hasMore: false,
      head: { blockNumber: BLOCK.number, blockHash: BLOCK.hash, sequence: 1 },
    },
    responses: {
      410: {
        description:
          "What the cursor names is not in the register's chain any more. `next` names the newest filing that the cursor tells of and that still stands; at the worst, the beginning",
        schema: TakenBackResponse,
        example: {
          error: "The chain has taken back filings up to here",
          next: CURSOR,
          sequence: 1,
        } satisfies TakenBackResponse,
      },
    },
  },
});

async function readPage({ db, block, lastSequence }: IndexAtBlock, { after, limit }: Asked) {
  const newest = after === undefined ? await readNewestFilings(db, { of: "all", limit }) : [];
  // After the newest filing there is none: that page gives the cursor from which to go on in chain order.
  const page = await readFilingsPage(db, { after: after ?? toPlainCursor(newest[0]), limit });
  if ("takenBackTo" in page) return page;
  const head = { blockNumber: block.number, blockHash: block.hash, sequence: lastSequence };
  return { ...page, filings: after === undefined ? newest : page.filings, head };
}

/** A cursor that a replica does not know may only be ahead of it, given by another process. */
async function toRefusal(to: FilingCursor, asked: Asked, { openPrimary }: Register): Promise<HttpError> {
  if (openPrimary === undefined) return takenBack(to);
  const page = await readAtBlock(openPrimary, "look-up", (at) => readPage(at, asked));
  if ("takenBackTo" in page) return takenBack(page.takenBackTo);
  return new HttpError(500, apiErrors.rpcFailure("the read replica is behind this cursor; ask again"));
}

function takenBack(to: FilingCursor): HttpError {
  const details = { next: formatCursor(to), sequence: toSequence(to) } satisfies Omit<
    TakenBackResponse,
    "error"
  >;
  return new HttpError(410, apiErrors.takenBack, { details });
}

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

async function readFilingsPage(db: Kysely<IndexSchema>, { after, limit }: Query): Promise<FilingsPage> {
  const rows = await toPageQuery(db, { after, limit }).execute();
  const last = toSequence(after);
  const bySequence = new Map(rows.map((row) => [row.sequence, row]));

  const shared = toShared(after, bySequence);
  if (toSequence(shared) !== last) return { takenBackTo: shared };
  const following = rows.filter((row) => row.sequence > last);
  const page = following.slice(0, limit);
  return {
    filings: await toRegisterFilings(db, page),
    next: toCursor(page.at(-1)?.sequence ?? last, bySequence),
    hasMore: following.length > limit,
  };
}
