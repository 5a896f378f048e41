import { maskUrl } from "@agent-registry/protocol";
import { createTransport, HttpRequestError, RpcRequestError, TimeoutError, type Transport } from "viem";
import { createHttpPost, NoAnswer } from "../fast/http-post.ts";

/** More than any answer that the relayer asks for. */
const MAX_ANSWER_BYTES = 10 * 1024 * 1024;

type Question = { method: string; params?: unknown };
type RpcAnswer = { result?: unknown; error?: { code: number; message: string; data?: unknown } };

/**
 * One node for viem's clients, asked once for each request. Fails as viem's own transport does: with `RpcRequestError` if
 * the node answered with an error, `TimeoutError`, or `HttpRequestError`.
 */
export function rpcTransport({ url, timeoutMs }: { url: string; timeoutMs: number }): Transport<"http"> {
  const post = createHttpPost({ url, timeoutMs, maxAnswerBytes: MAX_ANSWER_BYTES });
  const shownUrl = maskUrl(url);
  let lastId = 0;

  async function request(body: Question): Promise<unknown> {
    lastId += 1;
    const { status, text } = await post(JSON.stringify({ jsonrpc: "2.0", id: lastId, ...body })).catch(
      (error: unknown) => {
        if (error instanceof NoAnswer && error.reason === "timeout")
          throw new TimeoutError({ body, url: shownUrl });
        throw new HttpRequestError({ body, cause: error as Error, url: shownUrl });
      },
    );
    const { result, error } = parseAnswer(text);
    // Nodes answer errors with other statuses, too.
    if (error !== undefined) throw new RpcRequestError({ body, error, url: shownUrl });
    if (status < 200 || status >= 300 || result === undefined) {
      throw new HttpRequestError({ body, status, details: "no JSON-RPC answer", url: shownUrl });
    }
    return result;
  }

  return () =>
    createTransport({
      key: "http",
      name: "HTTP JSON-RPC",
      type: "http",
      retryCount: 0,
      request: ({ method, params }) => request({ method, params }) as never,
    });
}

/** Neither result nor error if it is no JSON-RPC. An error without words says nothing of the question. */
function parseAnswer(text: string): RpcAnswer {
  try {
    const { result, error } = JSON.parse(text);
    if (error === undefined || error === null) return { result };
    return typeof error.message === "string" ? { error } : {};
  } catch {
    return {};
  }
}
