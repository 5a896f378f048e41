// A server in a process of its own, so that nothing else runs on its thread. Tells its parent its address,
// on request how much processor time and memory it has used, and forgets its cached answers when told to.
import { createLogger, listen, openDatabase } from "@agent-registry/service";
import { Hono } from "hono";
import { migrations } from "../apps/api/src/index-store/migrations.ts";
import type { IndexSchema } from "../apps/api/src/index-store/schema.ts";
import { createBenchApp } from "./api-app.ts";

export type ServerOptions =
  | { kind: "empty" }
  | { kind: "constant"; body: string; headers: Record<string, string> }
  | { kind: "api"; dataDir: string; databaseUrl?: string };

const options = JSON.parse(process.argv[2] ?? "{}") as ServerOptions;

async function createServed(): Promise<{ app: Hono; forget(): void }> {
  if (options.kind === "empty") return { app: new Hono().get("/", (c) => c.text("")), forget() {} };
  if (options.kind === "constant") {
    const { body, headers } = options;
    return { app: new Hono().get("*", () => new Response(body, { headers: { ...headers } })), forget() {} };
  }
  const { dataDir, databaseUrl } = options;
  const database = await openDatabase<IndexSchema>({
    databaseUrl,
    dataDir,
    fileName: "index.sqlite",
    migrations,
  });
  const { app, cache } = createBenchApp({ database, dataDir });
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
