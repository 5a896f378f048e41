import { InexactNumberError, parseExactJson } from "@agent-registry/protocol/exact-json";
import { readBody, toChunks } from "@agent-registry/protocol/read-body";
import { ApiError } from "./api-error.ts";
import type { Resource } from "./resources.ts";

export type Answer<T> = {
  body: T;
  /** When the API made this answer, by the browser's clock: the API may keep an answer for minutes. */
  asOfMs: number;
  /** The block that it is from, if the API says so. */
  block: { number: number; hash: string } | null;
};

const TIMEOUT_MS = 20_000;

/** Asks the query API, and turns every way of failing into an `ApiError`. */
export async function fetchResource<T>({
  apiUrl,
  resource,
  signal,
  headers = {},
  maxBytes = Number.POSITIVE_INFINITY,
}: {
  apiUrl: string;
  resource: Resource<T>;
  signal: AbortSignal;
  headers?: Record<string, string>;
  /** A longer answer is given up. */
  maxBytes?: number;
}): Promise<Answer<T>> {
  const response = await send({ url: apiUrl + resource.path, signal, headers });
  const body = await readJson({ response, signal, maxBytes });
  if (response.ok) {
    const ageSeconds = Number(response.headers.get("age") ?? 0);
    const asOfMs = Date.now() - (Number.isFinite(ageSeconds) ? ageSeconds : 0) * 1000;
    return { body: body as T, asOfMs, block: readBlock(response) };
  }
  const message = readMessage(body) ?? `The API answered with status ${response.status}`;
  if (response.status === 404) throw new ApiError("not-found", message);
  if (response.status === 400) throw new ApiError("invalid", message);
  if (response.status === 429)
    throw new ApiError("rate-limited", message, { retryAfterMs: readRetryAfterMs(response) });
  throw new ApiError("failed", message);
}

type Request = { url: string; signal: AbortSignal; headers: Record<string, string> };

/**
 * The answer to show. The API may keep an answer for minutes, so that it is older than what the page has learnt since
 * from a filing of its own reader. An answer from the future is none: the clock was changed.
 */
export function toNewer<T>(shown: Answer<T> | undefined, answer: Answer<T>): Answer<T> {
  const isNewer = shown !== undefined && shown.asOfMs > answer.asOfMs && shown.asOfMs <= Date.now();
  return isNewer ? shown : answer;
}

async function send({ url, signal, headers }: Request): Promise<Response> {
  try {
    // Always asks (cheaply, by ETag): the browser's own cache would hide that the API is down.
    return await fetch(url, {
      cache: "no-cache",
      credentials: "omit",
      headers,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ApiError("unreachable", "The API does not answer", { cause: error });
  }
}

type Reading = { response: Response; signal: AbortSignal; maxBytes: number };

async function readJson({ response, signal, maxBytes }: Reading): Promise<unknown> {
  try {
    const body = parseExactJson(await readText(response, maxBytes));
    if (typeof body === "object" && body !== null) return body;
  } catch (error) {
    if (signal.aborted || error instanceof ApiError) throw error;
    if (response.ok && error instanceof SyntaxError)
      throw new ApiError("unexpected", "The API's answer is not JSON", { cause: error });
    if (response.ok && error instanceof InexactNumberError)
      throw new ApiError("inexact", error.message, { cause: error });
    // Anything else means that the connection was cut in the middle of the answer.
    if (response.ok)
      throw new ApiError("unreachable", "The API stopped in the middle of its answer", { cause: error });
  }
  if (response.ok) throw new ApiError("unexpected", "The API's answer is not an object");
  return null;
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  if (maxBytes === Number.POSITIVE_INFINITY || response.body === null) return await response.text();
  const body = await readBody({ chunks: toChunks(response), maxBytes });
  if (body === undefined) throw new ApiError("unexpected", "The API's answer is too long");
  return new TextDecoder().decode(body);
}

function readBlock({ headers }: Response): Answer<unknown>["block"] {
  const number = headers.get("x-registry-block");
  const hash = headers.get("x-registry-block-hash");
  if (number === null || !/^\d{1,15}$/.test(number) || hash === null || !/^0x[0-9a-f]{64}$/.test(hash))
    return null;
  return { number: Number(number), hash };
}

function readMessage(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || !("error" in body)) return undefined;
  return typeof body.error === "string" ? body.error : undefined;
}

function readRetryAfterMs(response: Response): number | null {
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.max(1, seconds) * 1000 : null;
}
