import {
  apiErrors,
  FilingsQuery,
  type FilingsResponse,
  type TakenBackResponse,
} from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import { Hono } from "hono";
import { type FilingCursor, formatCursor, parseCursor, toSequence } from "../index-store/filing-cursor.ts";
import { parseQuery } from "./parse-request.ts";
import type { RouteDeps } from "./route-deps.ts";

/** Every filing of the register in chain order, for whoever keeps a copy. Not cached, so that new ones show at once. */
export function filingsRoute({ reader, responses }: Pick<RouteDeps, "reader" | "responses">) {
  return new Hono().get("/filings", (c) => {
    const { after: text = "0", limit } = parseQuery(c, FilingsQuery);
    const after = parseCursor(text);
    if (after === undefined) throw new HttpError(400, apiErrors.notACursor);
    return responses.freshJson(c, async (): Promise<FilingsResponse> => {
      const page = await reader.findFilingsPage({ after, limit });
      if (page === undefined) throw new HttpError(500, apiErrors.rpcFailure("the index holds no block yet"));
      if ("takenBackTo" in page) throw takenBack(page.takenBackTo);
      return { ...page, next: formatCursor(page.next) };
    });
  });
}

function takenBack(to: FilingCursor): HttpError {
  const details = { next: formatCursor(to), sequence: toSequence(to) } satisfies Omit<
    TakenBackResponse,
    "error"
  >;
  return new HttpError(410, apiErrors.takenBack, { details });
}
