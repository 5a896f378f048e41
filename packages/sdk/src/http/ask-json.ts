import { parseExactJson, toFields } from "@agent-registry/protocol/exact-json";
import { parseRequestId, REQUEST_ID_HEADER } from "@agent-registry/protocol/request-id";
import type * as z from "zod/mini";
import { pause } from "./wait.ts";

export type Fetch = typeof globalThis.fetch;

/** An HTTP answer, or that there was none. `value` is the parsed body, undefined if it was not JSON
 * or held numbers that cannot be read exactly. */
export type JsonAnswer =
  | {
      kind: "answered";
      status: number;
      value: unknown;
      error: string | undefined;
      /** The id by which the service logged the request, if it states one. */
      requestId: string | undefined;
    }
  | { kind: "unanswered"; mayHaveArrived: boolean; cause: unknown };

type JsonRequest = { url: string; fetch: Fetch; timeoutMs: number; body?: unknown };

/** Asks once. Never throws because of the service or the network. */
export async function askJson({ url, fetch, timeoutMs, body }: JsonRequest): Promise<JsonAnswer> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined
        ? {}
        : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const value = parseOrUndefined(text);
    const requestId = readRequestId(response.headers);
    return { kind: "answered", status: response.status, value, error: findError(value), requestId };
  } catch (cause) {
    return { kind: "unanswered", mayHaveArrived: !neverConnected(cause), cause };
  }
}

/** What the service says went wrong. Without a schema: pages that only send load no zod. */
function findError(value: unknown): string | undefined {
  const { error } = toFields(value);
  return typeof error === "string" ? error : undefined;
}

/** Bounded, whatever the service wrote there: it is shown to people. */
export function readRequestId(headers: Headers): string | undefined {
  return parseRequestId(headers.get(REQUEST_ID_HEADER));
}

function parseOrUndefined(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

/** Node says why a fetch failed. Browsers do not; there the request may have arrived. */
function neverConnected(cause: unknown): boolean {
  const code = (cause as { cause?: { code?: unknown } })?.cause?.code;
  return typeof code === "string" && ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ENETUNREACH"].includes(code);
}

const ATTEMPTS = 3;
const TIMEOUT_MS = 15_000;

/** Reads from a service. Asks again if it gave no answer or failed, never if it refused. */
export async function readJson<T extends z.ZodMiniType>(input: {
  url: string;
  schema: T;
  /** What is posted. It must only ask: it may be sent several times. */
  body?: unknown;
  /** Those whose body has the schema's shape; 200 alone if not given. */
  statuses?: number[] | undefined;
  client: { fetch: Fetch; retryDelayMs: number };
  /** What to throw if there was no answer, or one of another status. */
  toError: (answer: JsonAnswer) => Error;
  /** What to throw if the body does not have the schema's shape. */
  toShapeError: (cause: unknown) => Error;
}): Promise<z.infer<T>> {
  const { url, schema, body, statuses = [200], client, toError, toShapeError } = input;
  for (let attempt = 1; ; attempt++) {
    const answer = await askJson({ url, fetch: client.fetch, timeoutMs: TIMEOUT_MS, body });
    if (answer.kind === "answered" && statuses.includes(answer.status)) {
      const parsed = schema.safeParse(answer.value);
      if (parsed.success) return parsed.data;
      throw toShapeError(parsed.error);
    }
    if (attempt === ATTEMPTS || (answer.kind === "answered" && answer.status < 500)) throw toError(answer);
    await pause(client.retryDelayMs * attempt);
  }
}
