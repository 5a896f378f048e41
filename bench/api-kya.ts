// KYA look-ups over HTTP among 100,000 agents, against an empty Hono route in the same run. Both take turns,
// so that other load on the machine meets both; the ratio is the median of the rounds.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { toWallet, writeRegister } from "@agent-registry/api/testing/write-register";
import { startPostgres } from "@agent-registry/testkit";
import { type BenchServer, measure, median, startServer } from "./api-processes.ts";

const AGENTS = Number(process.env.AGENTS ?? 100_000);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const REQUESTS = Number(process.env.REQUESTS ?? 50_000);

const kya = (agentId: number) => `/api/v1/kya/${toWallet(agentId)}`;
const folder = await mkdtemp(path.join(tmpdir(), "agent-registry-bench-"));
const postgres = await startPostgres();
const empty = await startServer("./api-server.ts", { kind: "empty" });
const emptyPaths = Array.from({ length: REQUESTS }, () => "/");

async function compare({ name, server, paths }: { name: string; server: BenchServer; paths: string[] }) {
  const rounds = [];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    await server.forget();
    const [reference, ours] = [await measure(empty, emptyPaths), await measure(server, paths)];
    if (round > 0) rounds.push({ reference, ours });
  }
  const ratio = median(
    rounds.map(({ reference, ours }) => ours.requestsPerSecond / reference.requestsPerSecond),
  );
  const perSecond = median(rounds.map(({ ours }) => ours.requestsPerSecond));
  const micros = median(rounds.map(({ ours }) => ours.microsPerRequest));
  const emptyMicros = median(rounds.map(({ reference }) => reference.microsPerRequest));
  console.log(
    `${name.padEnd(28)} ${Math.round(perSecond).toString().padStart(6)} requests/s, ` +
      `${(ratio * 100).toFixed(0)} % of an empty route; processor ${micros.toFixed(1)} us a request ` +
      `(empty: ${emptyMicros.toFixed(1)})`,
  );
}

/** The bytes of one answer, for a server that sends them without any work: the API could not be faster. */
async function readAnswer({ url }: BenchServer): Promise<{ body: string; headers: Record<string, string> }> {
  const response = await fetch(`${url}${kya(1)}`);
  const made = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding"]);
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !made.has(name)));
  return { body: await response.text(), headers };
}

try {
  for (const engine of ["sqlite", "postgres"] as const) {
    const databaseUrl = engine === "postgres" ? await postgres.createDatabase() : undefined;
    const dataDir = path.join(folder, engine);
    await writeRegister({ dataDir, databaseUrl, agents: AGENTS });

    const server = await startServer("./api-server.ts", { kind: "api", dataDir, databaseUrl });
    // No wallet twice, so that none is in the cache.
    const random = Array.from({ length: REQUESTS }, (_, index) => kya(((index * 7_919) % AGENTS) + 1));
    await compare({ name: `random wallets, ${engine}`, server, paths: random });
    const same = Array.from({ length: REQUESTS }, () => kya(1));
    if (engine === "sqlite") {
      await compare({ name: "same wallet, cached", server, paths: same });
      const constant = await startServer("./api-server.ts", {
        kind: "constant",
        ...(await readAnswer(server)),
      });
      await compare({ name: "the same bytes, no API", server: constant, paths: same });
      await constant.stop();
    }
    await server.stop();
  }
} finally {
  await empty.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
