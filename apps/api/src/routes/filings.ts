import {
  apiErrors,
  FilingsQuery,
  type FilingsResponse,
  type TakenBackResponse,
} from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import { Hono } from "hono";
import {
  type FilingCursor,
  formatCursor,
  parseCursor,
  toPlainCursor,
  toSequence,
} from "../index-store/filing-cursor.ts";
import { linkPages } from "./link-pages.ts";
import { parseQuery } from "./parse-request.ts";
import type { RouteDeps } from "./route-deps.ts";

type Reader = RouteDeps["reader"];

/** Every filing of the register, for readers who keep a copy or follow it. Not cached, so that new ones show at once. */
export function filingsRoute({ reader, responses }: Pick<RouteDeps, "reader" | "responses">) {
  return new Hono().get("/filings", (c) => {
    const { after: text = "0", limit, order } = parseQuery(c, FilingsQuery);
    if (order === "desc") return responses.freshJson(c, () => readNewestFirst(reader, limit));
    const after = parseCursor(text);
    if (after === undefined) throw new HttpError(400, apiErrors.notACursor);
    return responses.freshJson(c, async () => {
      const page = await readPage(reader, { after, limit });
      // After the last page for now the cursor is there to go on from later.
      linkPages(c, { prev: undefined, next: page.hasMore ? { after: page.next } : undefined });
      return page;
    });
  });
}

async function readPage(
  reader: Reader,
  query: { after: FilingCursor; limit: number },
): Promise<FilingsResponse> {
  const page = await reader.findFilingsPage(query);
  if (page === undefined) throw new HttpError(500, apiErrors.rpcFailure("the index holds no block yet"));
  if ("takenBackTo" in page) throw takenBack(page.takenBackTo);
  return { ...page, next: formatCursor(page.next) };
}

/** With the cursor from which the reader goes on in chain order. What was filed between the two questions is added. */
async function readNewestFirst(reader: Reader, limit: number): Promise<FilingsResponse> {
  const newest = await reader.getNewestFilings({ of: "all", limit });
  const page = await readPage(reader, { after: toPlainCursor(newest[0]), limit });
  return { ...page, filings: [...page.filings.toReversed(), ...newest].slice(0, limit) };
}

function takenBack(to: FilingCursor): HttpError {
  const details = { next: formatCursor(to), sequence: toSequence(to) } satisfies Omit<
    TakenBackResponse,
    "error"
  >;
  return new HttpError(410, apiErrors.takenBack, { details });
}
