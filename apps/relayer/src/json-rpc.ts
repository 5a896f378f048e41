import { createHttpPost } from "./fast/http-post.ts";

type RpcCall = { method: string; params?: unknown };
type RpcError = { code: number; message: string; data?: unknown };
/** What came back with whichever status. It has neither result nor error if it is no JSON-RPC. */
type RpcAnswer = { status: number; result?: unknown; error?: RpcError };

type JsonRpcOptions = { url: string; timeoutMs: number; maxAnswerBytes: number };

/** Asks one address by JSON-RPC over HTTP. Throws `NoAnswer`, which names no address. */
export function createJsonRpc({ url, timeoutMs, maxAnswerBytes }: JsonRpcOptions) {
  const post = createHttpPost({ url, timeoutMs, maxAnswerBytes });
  let lastId = 0;

  return async function ask({ method, params }: RpcCall): Promise<RpcAnswer> {
    lastId += 1;
    const body = JSON.stringify({ jsonrpc: "2.0", id: lastId, method, params });
    const { status, text } = await post(body);
    return { status, ...parseAnswer(text) };
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
