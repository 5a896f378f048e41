// A server in a process of its own, so that nothing else runs on its thread. Tells its parent its address,
// and on request how much processor time and memory it has used.
import { createLogger, listen, openDatabase } from "@agent-registry/service";
import { Hono } from "hono";
import { migrations } from "../apps/api/src/index-store/migrations.ts";
import type { IndexSchema } from "../apps/api/src/index-store/schema.ts";
import { createBenchApp } from "./api-app.ts";

export type ServerOptions = { kind: "empty" } | { kind: "api"; dataDir: string; databaseUrl?: string };

const options = JSON.parse(process.argv[2] ?? "{}") as ServerOptions;

async function createServed(): Promise<Hono> {
  if (options.kind === "empty") return new Hono().get("/", (c) => c.text(""));
  const { dataDir, databaseUrl } = options;
  const database = await openDatabase<IndexSchema>({
    databaseUrl,
    dataDir,
    fileName: "index.sqlite",
    migrations,
  });
  return createBenchApp({ database, dataDir }).app;
}

const logger = createLogger({ name: "bench", level: "silent" });
const { url } = await listen({ app: await createServed(), port: 0, hostname: "127.0.0.1", logger });
process.send?.({ url });
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMicros: user + system, rssBytes: process.memoryUsage.rss() });
});
process.on("disconnect", () => process.exit(0));
