import { readBody } from "@agent-registry/protocol/read-body";
import { splitCredentials } from "@agent-registry/service";

/**
 * Why there is no answer:
 * - `timeout`: not all of it came in time
 * - `too-large`: it has more bytes than are read
 * - `unreachable`: there was no connection, or it broke
 */
export class NoAnswer extends Error {
  override name = "NoAnswer";
  readonly reason: "timeout" | "too-large" | "unreachable";

  constructor(reason: NoAnswer["reason"], options?: ErrorOptions) {
    super(`No answer: ${reason}`, options);
    this.reason = reason;
  }
}

type RpcCall = { method: string; params?: unknown };
type RpcError = { code: number; message: string; data?: unknown };
/** What came back with whichever status. It has neither result nor error if it is no JSON-RPC. */
type RpcAnswer = { status: number; result?: unknown; error?: RpcError };

type JsonRpcOptions = { url: string; timeoutMs: number; maxAnswerBytes: number };

/**
 * Asks one address by JSON-RPC over HTTP. Follows to no other address: what is asked is for this one alone. Throws
 * `NoAnswer`, which names no address.
 */
export function createJsonRpc({ url, timeoutMs, maxAnswerBytes }: JsonRpcOptions) {
  const { address, authorization } = splitCredentials(url);
  const headers = {
    "Content-Type": "application/json",
    Accept: "application/json",
    ...(authorization !== undefined && { Authorization: authorization }),
  };
  let lastId = 0;

  return async function ask({ method, params }: RpcCall): Promise<RpcAnswer> {
    lastId += 1;
    const body = JSON.stringify({ jsonrpc: "2.0", id: lastId, method, params });
    // Until the last byte of the answer.
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(address, { method: "POST", headers, body, redirect: "manual", signal });
      const bytes = await readBody({ chunks: response.body, maxBytes: maxAnswerBytes });
      if (bytes === undefined) throw new NoAnswer("too-large");
      return { status: response.status, ...parseAnswer(Buffer.from(bytes).toString("utf8")) };
    } catch (error) {
      if (error instanceof NoAnswer) throw error;
      throw new NoAnswer(signal.aborted ? "timeout" : "unreachable", { cause: error });
    }
  };
}

/** An error without words says nothing of the question. */
function parseAnswer(text: string): Omit<RpcAnswer, "status"> {
  try {
    const { result, error } = JSON.parse(text);
    if (error === undefined || error === null) return { result };
    return typeof error.message === "string" ? { error } : {};
  } catch {
    return {};
  }
}
