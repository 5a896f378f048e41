// KYA look-ups by fifty connections, each of another wallet, so that no answer is cached: by one process, and by several
// over one PostgreSQL.
import { toWallet } from "@agent-registry/api/testing/write-register";
import { type BenchServer, measure, percentile, startServer } from "../api-processes.ts";
import type { Place } from "../open-index.ts";
import { readDatabaseSeconds } from "./database.ts";

const CONNECTIONS = 50;
const REQUESTS = Number(process.env.REQUESTS ?? 20_000);

export type Load = { perSecond: number; p50: number; p99: number; apiMicros: number; databaseMicros: number };

export const startApi = (place: Place): Promise<BenchServer> =>
  startServer("./api-server.ts", { kind: "api", ...place });

/** All servers at once, the requests and connections shared among them. */
export async function loadWithKya(
  servers: BenchServer[],
  { agents, databaseUrl }: { agents: number; databaseUrl: string | undefined },
): Promise<Load> {
  const share = Math.floor(Math.min(agents, REQUESTS * servers.length) / servers.length);
  const toPaths = (part: number, count: number, turn: number) =>
    Array.from(
      { length: count },
      (_, i) => `/api/v1/kya/${toWallet(1 + (((part * share + i) * 7_919 + turn * 104_729) % agents))}`,
    );
  const connections = Math.floor(CONNECTIONS / servers.length);
  // The first part warms up.
  await Promise.all(
    servers.map((server, part) => measure(server, toPaths(part, Math.min(share, 4_000), 1), connections)),
  );
  for (const server of servers) await server.forget();
  const before = await readDatabaseSeconds(databaseUrl);
  const results = await Promise.all(
    servers.map((server, part) => measure(server, toPaths(part, share, 0), connections)),
  );
  const databaseSeconds = (await readDatabaseSeconds(databaseUrl)) - before;
  const sorted = results.flatMap((result) => result.sorted).sort((a, b) => a - b);
  return {
    perSecond: results.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0),
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    apiMicros: results.reduce((sum, { microsPerRequest }) => sum + microsPerRequest, 0) / results.length,
    databaseMicros: (databaseSeconds * 1e6) / sorted.length,
  };
}
