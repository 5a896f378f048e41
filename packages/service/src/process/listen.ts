import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { ConfigError } from "../config/config.ts";
import type { Logger } from "../observing/logger.ts";
import type { Metrics } from "../observing/metrics.ts";

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const DRAIN_TIMEOUT_MS = 10_000;
const SWEEP_MS = 50;
/** A client that takes nothing of its answer for this time is cut off: it holds memory and a connection. */
const STALL_TIMEOUT_MS = 30_000;
/** Longer than clients and proxies usually hold idle connections, so that they close them and not the server. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;

/**
 * At most this many new connections may wait to be taken; the system may allow fewer. Node's default is 511.
 * While the process is busy, those beyond are dropped without an answer, and their callers try again after
 * seconds.
 */
const MAX_WAITING_CONNECTIONS = 4_096;

/** Stands in the address of a request that names no host; nothing depends on which it is. */
const NO_HOST = "localhost";

export type Listening = { port: number; url: string; stop(): Promise<void> };

export type ListenOptions = {
  app: Hono;
  port: number;
  hostname?: string | undefined;
  logger: Logger;
  stallTimeoutMs?: number;
};

/** Serves the app; port 0 takes a free one. Stopping lets requests under way finish. */
export async function listen(options: ListenOptions): Promise<Listening> {
  const { app, port, hostname, logger, stallTimeoutMs = STALL_TIMEOUT_MS } = options;
  const answer = getRequestListener(app.fetch, { hostname: NO_HOST, errorHandler: answerUnreadable });
  let isStopping = false;
  const answers = new WeakMap<Socket, ServerResponse>();
  const handle: RequestListener = (request, response) => {
    answers.set(request.socket, response);
    // server.close() leaves open connections alive: each gets one last answer.
    if (isStopping) response.shouldKeepAlive = false;
    void answer(request, response);
  };
  // Plain health checks name no host, and HTTP/1.0 has none; Node itself would refuse them without a body.
  const server = createServer({ requireHostHeader: false }, handle);
  // An unknown `Expect` header is ignored: Node's own answer would be a 417 without a body.
  server.on("checkExpectation", handle);
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  server.maxHeadersCount = 100;
  // Called for every connection on which nothing happens: idle ones after the time that they are kept alive, others
  // after this one. Those whose answer is still being made go on, and `headersTimeout` ends those without a request.
  server.setTimeout(stallTimeoutMs, (socket) => {
    const isIdle = answers.get(socket)?.writableFinished === true;
    if (isIdle || socket.writableLength > 0) socket.destroy();
  });
  answerBadRequestsAsJson(server);

  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(toConfigError({ error, port, hostname }) ?? error);
    });
    server.listen({ port, host: hostname, backlog: MAX_WAITING_CONNECTIONS }, resolve);
  });

  const { port: actual, address, family } = server.address() as AddressInfo;
  const host = ["::", "0.0.0.0"].includes(address) ? "127.0.0.1" : address;
  const url = `http://${family === "IPv6" && host === address ? `[${host}]` : host}:${actual}`;
  logger.info({ url }, "listening");
  return {
    port: actual,
    url,
    async stop() {
      isStopping = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Repeated, since a connection that is being answered now is idle a moment later.
      const sweeping = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
      const drainTimeout = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
      await closed;
      clearTimeout(drainTimeout);
      clearInterval(sweeping);
    },
  };
}

/** The error as the operator can mend it; undefined if the configuration is not its cause. */
function toConfigError(input: { error: NodeJS.ErrnoException; port: number; hostname: string | undefined }) {
  const { error, port, hostname } = input;
  if (error.code === "EADDRINUSE") {
    return new ConfigError(
      `Port ${port} is taken by another program. Stop that one, or choose another port.`,
    );
  }
  if (error.code !== "EADDRNOTAVAIL") return undefined;
  return new ConfigError(`HOST (${hostname}) is not an address of this machine.`);
}

/** A request that cannot be turned into one for the app: its host or its path is invalid. */
function answerUnreadable(): Response {
  return Response.json(
    { error: "Bad request" },
    { status: 400, headers: { "Access-Control-Allow-Origin": "*", "X-Content-Type-Options": "nosniff" } },
  );
}

/** Requests that are not HTTP, or have headers too large, never reach the app: answer them alike. */
function answerBadRequestsAsJson(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return;
    const [status, message] =
      error.code === "HPE_HEADER_OVERFLOW"
        ? ["431 Request Header Fields Too Large", "Request headers are too large"]
        : ["400 Bad Request", "Bad request"];
    const body = JSON.stringify({ error: message });
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nAccess-Control-Allow-Origin: *\r\n` +
        "X-Content-Type-Options: nosniff\r\n" +
        `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
  });
}

type Options = ListenOptions & {
  metrics: Pick<Metrics, "route">;
  /** If not given, the app itself has the metrics. */
  metricsPort: number | undefined;
};

/**
 * Serves the app and, if they have a port of their own, its metrics. That port answers `/ready`, too, so that a load
 * balancer needs no way to the public one. Both stop together.
 */
export async function listenWithMetrics({ metrics, metricsPort, ...options }: Options): Promise<Listening> {
  const listening = await listen(options);
  if (metricsPort === undefined) return listening;
  const apart = await listen({
    ...options,
    app: new Hono().route("/", metrics.route).get("/ready", (c) => options.app.fetch(c.req.raw, c.env)),
    port: metricsPort,
    logger: options.logger.child({ serves: "metrics" }),
  }).catch(async (error) => {
    await listening.stop();
    throw error;
  });
  return {
    ...listening,
    async stop() {
      // The metrics go last: they show how the requests under way ended.
      await listening.stop();
      await apart.stop();
    },
  };
}
