import { maskUrl } from "@agent-registry/protocol";
import { splitCredentials } from "@agent-registry/service";
import { createHideSecrets, RpcError, toRpcErrorKind } from "./rpc-error.ts";

export type RpcCall = { method: string; params: unknown[] };

export type RpcNode = {
  /** Without credentials, for logs. */
  name: string;
  request(method: string, params: unknown[], signal?: AbortSignal): Promise<unknown>;
  /** Many calls in few requests; each has its own answer or error. Throws if a whole request fails. */
  requestAll(calls: RpcCall[], signal?: AbortSignal): Promise<(unknown | RpcError)[]>;
};

type Options = {
  url: string;
  timeoutMs?: number;
  onError?: (error: RpcError) => void;
};

const PARALLEL_REQUESTS = 8;
/** How nodes put it that a batch is too large, or that they take none. */
const REFUSALS = new Set<RpcError["kind"]>(["range", "refused", "untrue"]);

/** One JSON-RPC node over HTTP. Tries once: the caller decides whether to ask again, and which node. */
export function createRpcNode({ url, timeoutMs = 20_000, onError }: Options): RpcNode {
  const { address, authorization } = splitCredentials(url);
  const headers = {
    "content-type": "application/json",
    ...(authorization !== undefined && { authorization }),
  };
  const hideSecrets = createHideSecrets(url);
  const batchSize = createBatchSize();
  let lastId = 0;

  async function post(options: { body: unknown; what: string; signal: AbortSignal | undefined }) {
    const { body, what, signal } = options;
    const timeout = AbortSignal.timeout(timeoutMs);
    const fail = (error: unknown) => {
      throw toTransportError({ error, method: what, isTimeout: timeout.aborted });
    };
    const response = await fetch(address, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    }).catch(fail);
    return { status: response.status, text: await response.text().catch(fail) };
  }

  const toBody = ({ method, params }: RpcCall) => {
    lastId += 1;
    return { jsonrpc: "2.0", id: lastId, method, params };
  };

  async function requestOne(call: RpcCall, signal: AbortSignal | undefined): Promise<unknown> {
    const { method } = call;
    const { status, text } = await post({ body: toBody(call), what: method, signal });
    const answer = parseBody({ status, text, what: method });
    return readAnswer({ status, answer: answer as Answer, method, hideSecrets });
  }

  async function requestBatch(calls: RpcCall[], signal: AbortSignal | undefined): Promise<unknown[]> {
    const bodies = calls.map(toBody);
    const what = `${calls.length} calls at once`;
    const { status, text } = await post({ body: bodies, what, signal });
    const answers = parseBody({ status, text, what });
    // A node that takes no batches answers with one error for all.
    if (!Array.isArray(answers)) {
      readAnswer({ status, answer: answers as Answer, method: what, hideSecrets });
      throw new RpcError("untrue", `${what}: one answer`);
    }
    // In any order, as JSON-RPC allows.
    const byId = new Map((answers as (Answer | null)[]).map((answer) => [answer?.id, answer]));
    return bodies.map(({ id, method }) => {
      try {
        return readAnswer({ status, answer: byId.get(id) ?? {}, method, hideSecrets });
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        onError?.(error);
        return error;
      }
    });
  }

  async function counted<T>(call: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (error instanceof RpcError && signal?.aborted !== true) onError?.(error);
      throw error;
    }
  }

  /** If there is a single call, its failure is its answer, and does not fail the whole request. */
  async function requestPart(calls: RpcCall[], signal: AbortSignal | undefined): Promise<unknown[]> {
    const [only] = calls;
    if (calls.length === 1 && only !== undefined) {
      const answer = await counted(() => requestOne(only, signal), signal).catch(toFailed);
      if (!(answer instanceof RpcError)) batchSize.succeeded();
      return [answer];
    }
    try {
      const answers = await counted(() => requestBatch(calls, signal), signal);
      batchSize.succeeded();
      return answers;
    } catch (error) {
      batchSize.failed(calls.length);
      if (!(error instanceof RpcError) || !REFUSALS.has(error.kind)) throw error;
    }
    // The node is there, but takes fewer calls at once. One part after the other, since each may show that it
    // takes fewer still.
    const answers: unknown[] = [];
    while (answers.length < calls.length) {
      const part = calls.slice(answers.length, answers.length + batchSize.calls);
      answers.push(...(await requestPart(part, signal)));
    }
    return answers;
  }

  return {
    name: maskUrl(url),
    request: (method, params, signal) => counted(() => requestOne({ method, params }, signal), signal),

    async requestAll(calls, signal) {
      const size = batchSize.calls;
      const parts = Array.from({ length: Math.ceil(calls.length / size) }, (_, i) =>
        calls.slice(i * size, (i + 1) * size),
      );
      const run = (part: RpcCall[]) => requestPart(part, signal);
      return (await inParallel({ items: parts, limit: PARALLEL_REQUESTS, run })).flat();
    },
  };
}

/** One failed call among many is the caller's to ask again. */
function toFailed(error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  throw error;
}

type Answer = { id?: unknown; result?: unknown; error?: { code?: unknown; message?: unknown } };

function parseBody({ status, text, what }: { status: number; text: string; what: string }): object {
  if (status === 429) throw new RpcError("rate-limited", `${what}: HTTP 429`);
  if (status === 413) throw new RpcError("range", `${what}: HTTP 413`);
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    // Not JSON: the status says more than the parser could.
  }
  if (typeof answer !== "object" || answer === null) {
    throw new RpcError("unavailable", `${what}: HTTP ${status} without a JSON-RPC answer`);
  }
  return answer;
}

type Read = { status: number; answer: Answer; method: string; hideSecrets: (text: string) => string };

function readAnswer({ status, answer, method, hideSecrets }: Read): unknown {
  if (answer.error !== undefined && answer.error !== null) {
    const code = Number(answer.error.code ?? 0);
    const message = String(answer.error.message ?? "unknown error").slice(0, 500);
    const said = hideSecrets(message);
    throw new RpcError(toRpcErrorKind({ code, message }), `${method}: the node answered with error ${code}`, {
      said,
      code,
    });
  }
  if (status >= 400) throw new RpcError("unavailable", `${method}: HTTP ${status}`);
  if (answer.result === undefined) throw new RpcError("untrue", `${method}: neither result nor error`);
  return answer.result;
}

function toTransportError(options: { error: unknown; method: string; isTimeout: boolean }): RpcError {
  const { error, method, isTimeout } = options;
  if (isTimeout) return new RpcError("timeout", `${method}: no answer in time`);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = (cause as { code?: unknown }).code;
  const reason = typeof code === "string" ? code : "connection failed";
  return new RpcError("unavailable", `${method}: ${reason}`, { cause: error });
}

/** Some nodes refuse batches of more calls. */
const MAX_CALLS = 64;
/** After this number of good answers in a row more calls are tried: the node may only have been out of reach. */
const GOOD_BATCHES_BEFORE_RETRY = 10;

/** How many calls to send in one request: as many as the node takes. */
function createBatchSize() {
  let calls = MAX_CALLS;
  let successes = 0;

  return {
    get calls(): number {
      return calls;
    },
    succeeded(): void {
      successes += 1;
      if (successes % GOOD_BATCHES_BEFORE_RETRY === 0) calls = Math.min(MAX_CALLS, calls * 2);
    },
    /** Whatever the reason: a node that takes no batches at all says so in many ways. */
    failed(asked: number): void {
      successes = 0;
      calls = Math.max(1, Math.min(calls, Math.floor(asked / 2)));
    },
  };
}

/** Runs over all items, a few at a time, and returns the results in the items' order. */
export async function inParallel<T, R>(options: {
  items: T[];
  limit: number;
  run: (item: T) => Promise<R>;
}): Promise<R[]> {
  const { items, limit, run } = options;
  const results: R[] = new Array(items.length);
  let next = 0;
  async function work(): Promise<void> {
    while (next < items.length) {
      const index = next;
      next += 1;
      results[index] = await run(items[index] as T);
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  return results;
}
