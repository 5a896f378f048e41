import { DASHBOARD_SECRET_HEADER, VISITOR_HEADER } from "@agent-registry/protocol/visitor-headers";
import { headers } from "next/headers";
import { cache } from "react";
import { ApiError } from "../api/api-error.ts";
import { type Answer, fetchResource } from "../api/fetch-resource.ts";
import type { Resource } from "../api/resources.ts";
import { readInternalApiUrl } from "../api/service-urls.ts";
import { toTraceHeaders } from "./to-trace-headers.ts";

/** A page does not wait longer for the API; what is missing then, the browser asks for. */
const LIMIT_MS = 2_000;
/** A longer answer would make the page too long: it holds the answer twice, as words and as data. */
const MAX_ANSWER_BYTES = 256 * 1024;

/** Not written as `process.env.DASHBOARD_SECRET`: the bundler would freeze that into the build. */
const SECRET_VARIABLE = "DASHBOARD_SECRET";

/** What the API said to a page's question; an error if it answered with one, and null if it did not answer in time. */
type ServerAnswer<T> = Answer<T> | ApiError | null;

/**
 * Asks the API in the visitor's name, once for each page and path. Only for whole pages: to a visitor who comes from
 * another page of ours the shape of the next one is shown at once, and the browser asks for itself.
 */
export async function readAnswer<T>(resource: Resource<T>): Promise<ServerAnswer<T>> {
  return (await readPath(resource.path)) as ServerAnswer<T>;
}

export function isAnswer<T>(answer: ServerAnswer<T>): answer is Answer<T> {
  return answer !== null && !(answer instanceof ApiError);
}

/** The API said that there is no such thing. */
export function isMissing(answer: ServerAnswer<unknown>): boolean {
  return answer instanceof ApiError && answer.kind === "not-found";
}

const readPath = cache(async (path: string): Promise<ServerAnswer<unknown>> => {
  const visit = await headers();
  if (!isWholePage(visit.get("sec-fetch-dest"))) return null;
  try {
    return await fetchResource({
      apiUrl: readInternalApiUrl(),
      resource: { path },
      signal: AbortSignal.timeout(LIMIT_MS),
      headers: { ...toVisitorHeaders(visit.get(VISITOR_HEADER)), ...toTraceHeaders(visit) },
      maxBytes: MAX_ANSWER_BYTES,
    });
  } catch (error) {
    return error instanceof ApiError ? error : null;
  }
});

/** Old browsers and programs do not say; they ask for whole pages alone. */
function isWholePage(destination: string | null): boolean {
  return destination === null || destination === "document" || destination === "iframe";
}

function toVisitorHeaders(visitor: string | null): Record<string, string> {
  const secret = process.env[SECRET_VARIABLE] ?? "";
  if (secret === "" || visitor === null) return {};
  return { [DASHBOARD_SECRET_HEADER]: secret, [VISITOR_HEADER]: visitor };
}
