// How each endpoint's uncached time grows with the register: 1,000 to 1,000,000 agents. Requests that name an
// agent name another one each time, and the cache is emptied before every request. In process, so that
// nothing but our own work is measured; the median of many.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openBenchApp } from "@agent-registry/api/testing/bench-app";
import { toWallet, writeRegister } from "@agent-registry/api/testing/write-register";
import { median } from "./api-processes.ts";

const SIZES = (process.env.SIZES ?? "1000,10000,100000,1000000").split(",").map(Number);
const REPEATS = 200;

const endpoints: Record<string, (agentId: number) => string> = {
  kya: (id) => `/api/v1/kya/${toWallet(id)}`,
  agent: (id) => `/api/v1/agent/${id}`,
  "agents, first page": () => "/api/v1/agents",
  stats: () => "/api/v1/stats",
  "stats/detailed": () => "/api/v1/stats/detailed",
  "agents, by status": () => "/api/v1/agents?status=Suspended",
  "agents, last page": () => "/api/v1/agents?order=desc",
  "agent/lineage of a leaf's parent": (id) => `/api/v1/agent/${Math.max(1, Math.floor(id / 8))}/lineage`,
  "agent/revenue": (id) => `/api/v1/agent/${id}/revenue`,
  "revenue/aggregate": () => "/api/v1/revenue/aggregate",
};

async function measureSize(agents: number): Promise<Map<string, number>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "agent-registry-bench-"));
  await writeRegister({ dataDir, agents });
  const { app, cache, close } = await openBenchApp({ dataDir });
  const times = new Map<string, number>();
  for (const [name, toPath] of Object.entries(endpoints)) {
    const micros = [];
    for (let repeat = 0; repeat < REPEATS * 2; repeat += 1) {
      // Spread over the second half of the register, where agents have no children at any size.
      const id = Math.floor(agents / 2) + ((repeat * 7_919) % Math.floor(agents / 2));
      cache.clear();
      const startedAt = performance.now();
      const response = await app.request(toPath(id));
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${response.status} for ${toPath(id)}`);
      // The first half warms up.
      if (repeat >= REPEATS) micros.push((performance.now() - startedAt) * 1000);
    }
    times.set(name, median(micros));
  }
  times.set("agents/compliance, ms", await measureCompliance(app));
  await close();
  await rm(dataDir, { recursive: true, force: true });
  return times;
}

/** The whole register as one answer, and how much memory it took at most beyond what was in use. */
async function measureCompliance(app: Awaited<ReturnType<typeof openBenchApp>>["app"]): Promise<number> {
  const before = process.memoryUsage.rss();
  let highest = before;
  const startedAt = performance.now();
  const response = await app.request("/api/v1/agents/compliance");
  for await (const _ of response.body ?? []) highest = Math.max(highest, process.memoryUsage.rss());
  const ms = performance.now() - startedAt;
  console.log(`  compliance: ${Math.round((highest - before) / 1e6)} MB more than before at the highest`);
  return ms;
}

const results = new Map<number, Map<string, number>>();
for (const size of SIZES) {
  console.log(`${size} agents`);
  results.set(size, await measureSize(size));
}
console.log(
  `\nuncached, microseconds${SIZES.map((size) => String(size).padStart(12)).join("")}     last / 10,000`,
);
for (const name of [...Object.keys(endpoints), "agents/compliance, ms"]) {
  const row = SIZES.map((size) => results.get(size)?.get(name) ?? Number.NaN);
  const growth = (row.at(-1) ?? Number.NaN) / (results.get(10_000)?.get(name) ?? Number.NaN);
  console.log(
    `${name.padEnd(32)}${row.map((value) => value.toFixed(0).padStart(12)).join("")}     ${growth.toFixed(2)}`,
  );
}
