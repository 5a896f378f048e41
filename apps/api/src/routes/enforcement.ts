import { apiErrors, EnforcementQuery, type EnforcementResponse } from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import { Hono } from "hono";
import { type Address, isAddress } from "viem";
import { linkPages } from "./link-pages.ts";
import { parseQuery } from "./parse-request.ts";
import type { RouteDeps } from "./route-deps.ts";

/** What regulators did, and who refused a record, newest first. Not cached, so that a suspension shows at once. */
export function enforcementRoute({ reader, responses }: Pick<RouteDeps, "reader" | "responses">) {
  return new Hono().get("/enforcement", (c) => {
    const { kind: action, regulator, after, limit } = parseQuery(c, EnforcementQuery);
    const query = { action, actor: parseRegulator(regulator), before: parseOlderThan(after), limit };
    return responses.freshJson(c, async (): Promise<EnforcementResponse> => {
      const { filings, hasMore } = await reader.getEnforcementPage(query);
      const oldest = filings.at(-1);
      const next = hasMore && oldest !== undefined ? String(oldest.sequence) : null;
      linkPages(c, { prev: undefined, next: next === null ? undefined : { after: next } });
      return { data: filings, next };
    });
  });
}

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
