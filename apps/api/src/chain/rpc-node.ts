import { maskUrl } from "@agent-registry/protocol";
import { createHideSecrets, decode } from "./hide-secrets.ts";
import { RpcError, toRpcErrorKind } from "./rpc-error.ts";

export type RpcNode = {
  /** Without credentials, for logs. */
  name: string;
  request(method: string, params: unknown[], signal?: AbortSignal): Promise<unknown>;
};

type Options = {
  url: string;
  timeoutMs?: number;
  onError?: (error: RpcError) => void;
};

/** One JSON-RPC node over HTTP. Tries once: the caller decides whether to ask again, and which node. */
export function createRpcNode({ url, timeoutMs = 20_000, onError }: Options): RpcNode {
  const { address, headers } = splitCredentials(url);
  const hideSecrets = createHideSecrets(url);
  let lastId = 0;

  async function request(method: string, params: unknown[], signal?: AbortSignal): Promise<unknown> {
    lastId += 1;
    const body = JSON.stringify({ jsonrpc: "2.0", id: lastId, method, params });
    const timeout = AbortSignal.timeout(timeoutMs);
    const response = await fetch(address, {
      method: "POST",
      headers,
      body,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    }).catch((error: unknown) => {
      throw toTransportError({ error, method, isTimeout: timeout.aborted });
    });
    const text = await response.text().catch((error: unknown) => {
      throw toTransportError({ error, method, isTimeout: timeout.aborted });
    });
    return readAnswer({ status: response.status, text, method, hideSecrets });
  }

  return {
    name: maskUrl(url),
    async request(method, params, signal) {
      try {
        return await request(method, params, signal);
      } catch (error) {
        if (error instanceof RpcError && signal?.aborted !== true) onError?.(error);
        throw error;
      }
    },
  };
}

type Answer = { result?: unknown; error?: { code?: unknown; message?: unknown } };

type Read = { status: number; text: string; method: string; hideSecrets: (text: string) => string };

function readAnswer({ status, text, method, hideSecrets }: Read): unknown {
  if (status === 429) throw new RpcError("rate-limited", `${method}: HTTP 429`);
  if (status === 413) throw new RpcError("range", `${method}: HTTP 413`);
  let answer: Answer | undefined;
  try {
    answer = JSON.parse(text) as Answer;
  } catch {
    // Not JSON: the status says more than the parser could.
  }
  if (typeof answer !== "object" || answer === null) {
    throw new RpcError("unavailable", `${method}: HTTP ${status} without a JSON-RPC answer`);
  }
  if (answer.error !== undefined && answer.error !== null) {
    const code = Number(answer.error.code ?? 0);
    const message = String(answer.error.message ?? "unknown error").slice(0, 500);
    const said = hideSecrets(message);
    throw new RpcError(toRpcErrorKind({ code, message }), `${method}: the node answered with error ${code}`, {
      said,
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

/** `fetch` refuses URLs with user and password, so they are sent as a header. */
function splitCredentials(url: string): { address: string; headers: Record<string, string> } {
  const parsed = new URL(url);
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (parsed.username !== "" || parsed.password !== "") {
    const pair = `${decode(parsed.username)}:${decode(parsed.password)}`;
    headers.authorization = `Basic ${Buffer.from(pair).toString("base64")}`;
    parsed.username = "";
    parsed.password = "";
  }
  return { address: parsed.href, headers };
}
