// How a wallet stood at a moment of the past, against how it stands now: the time of one look-up, on both engines, for
// ordinary agents, for one with 100,000 revenue reports and for one with as many attestations. Medians and 99th
// percentiles, without HTTP.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openBenchPast } from "@agent-registry/api/testing/bench-past";
import { startPostgres } from "@agent-registry/testkit";

const AGENTS = Number(process.env.AGENTS ?? 20_000);
const FILINGS = Number(process.env.FILINGS ?? 20);
const BUSY_FILINGS = Number(process.env.BUSY_FILINGS ?? 100_000);
const LOOKUPS = Number(process.env.LOOKUPS ?? 2_000);
const ENGINES = (process.env.ENGINES ?? "sqlite,postgres").split(",");

type Past = Awaited<ReturnType<typeof openBenchPast>>;

/** Spread all over, and the same for every run. */
const spread = (i: number, below: number) => (Math.imul(i + 1, 0x9e3779b1) >>> 0) % below;

/** The milliseconds of each look-up, one after the other: only one is under way at a time. */
async function time(find: (i: number) => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  // The first ones warm up.
  for (let i = -LOOKUPS / 4; i < LOOKUPS; i += 1) {
    const startedAt = performance.now();
    if ((await find(i)) === undefined) throw new Error("A look-up found nothing");
    if (i >= 0) took.push(performance.now() - startedAt);
  }
  return took.sort((a, b) => a - b);
}

async function measure(engine: string, past: Past): Promise<void> {
  const seconds = past.lastTime - past.firstTime;
  const timeOf = (i: number) => past.firstTime + spread(i, seconds + 1);
  const agentOf = (i: number) => spread(i, AGENTS) + 1;
  const kinds: [string, (i: number) => Promise<unknown>][] = [
    ["now, an ordinary agent", (i) => past.findNow(agentOf(i))],
    ["at a past time, an ordinary agent", (i) => past.findAt(agentOf(i), timeOf(i))],
    [`at a past time, one with ${BUSY_FILINGS} reports`, (i) => past.findAt(1, timeOf(i))],
    [`at a past time, one with ${BUSY_FILINGS} attestations`, (i) => past.findAt(2, timeOf(i))],
  ];
  let base: number | undefined;
  for (const [name, find] of kinds) {
    const took = await time(find);
    const [middle, slow] = [0.5, 0.99].map((share) => took[Math.floor(took.length * share)] ?? 0);
    base ??= middle;
    console.log(
      `${engine}: ${name.padEnd(46)} ${toMicros(middle)} us, 99 % within ${toMicros(slow)} us, ${((middle ?? 0) / (base ?? 1)).toFixed(1)} times that of now`,
    );
  }
}

const toMicros = (ms = 0) => (ms * 1000).toFixed(0).padStart(6);

const folder = await mkdtemp(path.join(tmpdir(), "agent-registry-bench-"));
const postgres = ENGINES.includes("postgres") ? await startPostgres() : undefined;
try {
  for (const engine of ENGINES) {
    const databaseUrl = engine === "postgres" ? await postgres?.createDatabase() : undefined;
    const startedAt = performance.now();
    const past = await openBenchPast({
      dataDir: path.join(folder, engine),
      databaseUrl,
      agents: AGENTS,
      filings: FILINGS,
      busyFilings: BUSY_FILINGS,
    });
    const wroteSeconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(`${engine}: ${AGENTS} agents with ${past.filings} filings, written in ${wroteSeconds} s`);
    await measure(engine, past);
    await past.close();
  }
} finally {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
}
