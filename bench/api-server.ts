// A server in a process of its own, so that nothing else runs on its thread. It sends its parent its address
// and, on request, the processor time and memory it has used. On request it also empties its cache.
import { openBenchApp } from "@agent-registry/api/testing/bench-app";
import { createLogger, listen } from "@agent-registry/service";
import { Hono } from "hono";

export type ServerOptions =
  | { kind: "empty" }
  | { kind: "constant"; body: string; headers: Record<string, string> }
  | { kind: "api"; dataDir: string; databaseUrl?: string; trustProxyHops?: number };

const options = JSON.parse(process.argv[2] ?? "{}") as ServerOptions;

async function createServed(): Promise<{ app: Hono; forget(): void }> {
  if (options.kind === "empty") return { app: new Hono().get("/", (c) => c.text("")), forget() {} };
  if (options.kind === "constant") {
    const { body, headers } = options;
    return { app: new Hono().get("*", () => new Response(body, { headers: { ...headers } })), forget() {} };
  }
  const { app, cache } = await openBenchApp(options);
  return { app, forget: cache.clear };
}

const logger = createLogger({ name: "bench", level: "silent" });
const { app, forget } = await createServed();
const { url } = await listen({ app, port: 0, hostname: "127.0.0.1", logger });
process.send?.({ url });
process.on("message", (message) => {
  if (message === "forget") forget();
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMicros: user + system, rssBytes: process.memoryUsage.rss() });
});
process.on("disconnect", () => process.exit(0));
