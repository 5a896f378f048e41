import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { writeRegister } from "@agent-registry/api/testing/write-register";
import { startPostgres } from "@agent-registry/testkit";
import { type BenchServer, startServer } from "./api-processes.ts";

type Options = {
  agents: number;
  /** How many proxies the API believes about who asks. */
  trustProxyHops?: number;
};

/** Writes a register of this size with SQLite, then with PostgreSQL, and measures an API process that serves it. */
export async function measureOnEachEngine(
  { agents, ...serverOptions }: Options,
  measure: (engine: string, server: BenchServer) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "agent-registry-bench-"));
  const postgres = await startPostgres();
  try {
    for (const engine of ["sqlite", "postgres"] as const) {
      const databaseUrl = engine === "postgres" ? await postgres.createDatabase() : undefined;
      const dataDir = path.join(folder, engine);
      const startedAt = performance.now();
      await writeRegister({ dataDir, databaseUrl, agents });
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      console.log(`${engine}: ${agents} agents, written in ${seconds} s`);
      const server = await startServer("./api-server.ts", {
        kind: "api",
        dataDir,
        databaseUrl,
        ...serverOptions,
      });
      await measure(engine, server);
      await server.stop();
    }
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
