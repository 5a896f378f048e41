import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { constants } from "node:zlib";
import { VISITOR_HEADER } from "@agent-registry/protocol/visitor-headers";
import { findForwardedAddress } from "@agent-registry/service/forwarded-address";
import compression from "compression";
import next from "next";
import { runVisit } from "../src/server/visit.ts";
import { dashboardDir } from "./build-dashboard.ts";
import type { DashboardConfig } from "./config.ts";
import { createTextFiles } from "./text-files.ts";

/** After SIGTERM or SIGINT, answers under way have this time to end. */
const END_LIMIT_MS = 5_000;

/** Serves the built dashboard until SIGTERM or SIGINT. Pages learn a visitor's address from here alone. */
export async function serveDashboard(options: DashboardConfig): Promise<void> {
  const { port, host, trustProxyHops } = options;
  // As the server that Next writes into a standalone build does it. To read next.config.ts anew would take the compiler.
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(readBuiltConfig());
  const app = next({
    dev: false,
    dir: dashboardDir,
    port,
    ...(host === undefined ? {} : { hostname: host }),
  });
  await app.prepare();
  const handle = app.getRequestHandler();
  // Takes as long as the gzip that Next knows, and makes of a long list a third less, which fits into the first round trip.
  const compress = compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } } });
  const answerTextFile = createTextFiles({ ...options, startedAtMs: Date.now() });
  const server = createServer((request, response) => {
    if (answerTextFile(request, response)) return;
    request.headers[VISITOR_HEADER.toLowerCase()] = findVisitor(request, trustProxyHops);
    runVisit((visit) => {
      const writeHead = response.writeHead.bind(response) as (
        status: number,
        ...rest: unknown[]
      ) => typeof response;
      response.writeHead = (status: number, ...rest: unknown[]) =>
        writeHead(visit.isMissing && status === 200 ? 404 : status, ...rest);
      compress(request, response, () => {
        // Next answers its own faults; one that it does not must not end the server.
        handle(request, response).catch((error) => {
          console.error(error);
          response.destroy();
        });
      });
    });
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject).listen({ port, ...(host === undefined ? {} : { host }) }, resolve);
  await promise;

  const end = () => {
    // Browsers keep connections open; those that carry no answer end at once.
    server.close(() => process.exit(0));
    setTimeout(() => process.exit(0), END_LIMIT_MS).unref();
  };
  process.once("SIGTERM", end).once("SIGINT", end);
}

function readBuiltConfig(): unknown {
  return JSON.parse(readFileSync(join(dashboardDir, ".next/required-server-files.json"), "utf8")).config;
}

function findVisitor({ headers, socket }: IncomingMessage, trustProxyHops: number): string {
  const header = headers["x-forwarded-for"];
  const forwardedFor = Array.isArray(header) ? header.join(",") : header;
  return findForwardedAddress({ forwardedFor, trustProxyHops }) ?? socket.remoteAddress ?? "";
}
