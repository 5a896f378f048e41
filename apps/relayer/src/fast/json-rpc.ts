import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { urlToHttpOptions } from "node:url";
import { splitCredentials } from "@agent-registry/service";

/** Servers close idle connections, at times just as a request is sent: so they are closed here, and earlier. */
const IDLE_MS = 4_000;

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

type HttpAnswer = { status: number; text: string };
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

/**
 * Posts JSON to one address over connections that are kept, and reads what is answered with whichever status. Follows to
 * no other address: what is asked is for this one alone. With Node's own client, since `fetch` needs twice the time for
 * each request. Throws `NoAnswer`, which names no address.
 */
function createHttpPost({ url, timeoutMs, maxAnswerBytes }: JsonRpcOptions) {
  const { address, authorization } = splitCredentials(url);
  const isSecure = address.protocol === "https:";
  const open = isSecure ? requestHttps : requestHttp;
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true, timeout: IDLE_MS });
  const target = urlToHttpOptions(address);
  const headers = {
    "Content-Type": "application/json",
    Accept: "application/json",
    ...(authorization !== undefined && { Authorization: authorization }),
  };

  return function post(body: string): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      const request = open({
        ...target,
        method: "POST",
        agent,
        headers: { ...headers, "Content-Length": Buffer.byteLength(body) },
      });
      const timer = setTimeout(() => fail(new NoAnswer("timeout")), timeoutMs);
      request.on("response", (response) => {
        readText(response, maxAnswerBytes).then((text) => {
          clearTimeout(timer);
          resolve({ status: response.statusCode ?? 0, text });
        }, fail);
      });
      request.on("error", fail);
      request.end(body);

      function fail(error: Error): void {
        clearTimeout(timer);
        reject(error instanceof NoAnswer ? error : new NoAnswer("unreachable", { cause: error }));
        request.destroy();
      }
    });
  };
}

function readText(response: IncomingMessage, maxBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    response.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) reject(new NoAnswer("too-large"));
      else chunks.push(chunk);
    });
    response.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    response.on("error", reject);
  });
}
