import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type RpcCall = {
  method: string;
  params: unknown[];
  /** Counts every call since the start, from 0. */
  index: number;
};

/**
 * What becomes of one call:
 * - `pass`: forwarded, and answered as the node answers
 * - `timeout`: not forwarded and never answered; the client has to give up by itself
 * - `drop`: the connection is cut without forwarding
 * - `drop-after`: forwarded to the node, but the answer is lost and the connection cut
 * - `{ status }`: an HTTP error, such as 429 or 503
 * - `{ error }`: a JSON-RPC error
 * - a function: forwarded; answered with what the function returns for the node's result
 */
export type RpcFate =
  | "pass"
  | "timeout"
  | "drop"
  | "drop-after"
  | { status: number; headers?: Record<string, string>; body?: string }
  | { error: { code: number; message: string; data?: unknown } }
  | ((result: unknown) => unknown);

export type RpcHook = (call: RpcCall) => RpcFate | Promise<RpcFate>;

type JsonRpcRequest = { jsonrpc: string; id: unknown; method: string; params?: unknown[] };
export type FaultyRpc = Awaited<ReturnType<typeof startFaultyRpc>>;

/** Thrown to end an HTTP exchange without an answer. */
class CutConnection extends Error {}
class HttpFault extends Error {
  readonly fault: { status: number; headers?: Record<string, string>; body?: string };
  constructor(fault: HttpFault["fault"]) {
    super(`HTTP ${fault.status}`);
    this.fault = fault;
  }
}

/** A JSON-RPC proxy before a real node; a hook decides how each call fails. */
export async function startFaultyRpc({ target, hook }: { target: string; hook?: RpcHook }) {
  const upstream = { rpcUrl: target };
  let currentHook: RpcHook = hook ?? (() => "pass");
  const calls: RpcCall[] = [];
  const requests = { count: 0 };
  const stopping = Promise.withResolvers<never>();
  stopping.promise.catch(() => {});

  async function answer(request: JsonRpcRequest): Promise<unknown> {
    const call = { method: request.method, params: request.params ?? [], index: calls.length };
    calls.push(call);
    const fate = await currentHook(call);
    if (fate === "timeout") return stopping.promise;
    if (fate === "drop") throw new CutConnection();
    if (typeof fate === "object" && "status" in fate) throw new HttpFault(fate);
    if (typeof fate === "object") return { jsonrpc: "2.0", id: request.id, error: fate.error };
    const reply = await forward(upstream.rpcUrl, request);
    if (fate === "drop-after") throw new CutConnection();
    if (typeof fate === "function" && "result" in reply) return { ...reply, result: fate(reply.result) };
    return reply;
  }

  const server = createServer(async (incoming, outgoing) => {
    requests.count += 1;
    try {
      const body = JSON.parse(await readBody(incoming)) as JsonRpcRequest | JsonRpcRequest[];
      const replies = Array.isArray(body) ? await Promise.all(body.map(answer)) : await answer(body);
      outgoing.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(replies));
    } catch (error) {
      fail(outgoing, error);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    rpcUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Every call so far, in order of arrival. */
    calls,
    /** HTTP requests so far: a batch of calls is one. */
    requests,
    setHook(next: RpcHook): void {
      currentHook = next;
    },
    /** Forwards to another node from now on. */
    setTarget(rpcUrl: string): void {
      upstream.rpcUrl = rpcUrl;
    },
    async stop(): Promise<void> {
      stopping.reject(new CutConnection());
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function forward(rpcUrl: string, request: JsonRpcRequest): Promise<Record<string, unknown>> {
  const response = await fetch(rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
  });
  return (await response.json()) as Record<string, unknown>;
}

function fail(outgoing: ServerResponse, error: unknown): void {
  if (error instanceof HttpFault) {
    outgoing.writeHead(error.fault.status, error.fault.headers).end(error.fault.body ?? "");
  } else {
    // Cut on purpose, or the real node is gone: the client sees the same.
    outgoing.destroy();
  }
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
