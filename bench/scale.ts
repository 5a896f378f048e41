// How the register holds when it is large: a register of `BASE_AGENTS` and one of `AGENTS` on each engine, each with
// `FILINGS` of every agent, filled by the way a snapshot is restored. The same is measured at both sizes; what counts is
// how the second compares with the first. Then snapshot and restore, and one, two and four API processes on PostgreSQL.
import { mkdtemp, rm, stat } from "node:fs/promises";
import { availableParallelism, cpus, tmpdir, totalmem } from "node:os";
import path from "node:path";
import { writeLargeRegister } from "@agent-registry/api/testing/write-large-register";
import { startPostgres } from "@agent-registry/testkit";
import { ask } from "./ask.ts";
import type { Place } from "./open-index.ts";
import { runProgram, type Took } from "./operator-program.ts";
import { CHAIN, CHAIN_ID, EVENTS_A_BLOCK, type LargeOptions, REGISTRY_ADDRESS } from "./scale/chain.ts";
import { readDatabaseBytes, readPostgresVersion, settleDatabase } from "./scale/database.ts";
import { type Load, loadWithKya, startApi } from "./scale/load.ts";
import { PROMISED, type Times, timeQuestions } from "./scale/questions.ts";
import { type ChainStub, startChainStub, timeSyncSteps } from "./scale/sync-steps.ts";
import { toBlockAt } from "./synthetic-logs.ts";

const AGENTS = Number(process.env.AGENTS ?? 1_000_000);
const BASE_AGENTS = Number(process.env.BASE_AGENTS ?? 100_000);
const FILINGS = Number(process.env.FILINGS ?? 10);
const ENGINES = (process.env.ENGINES ?? "sqlite,postgres").split(",");
/** With ten million agents it takes as much disk again as the register. */
const WITH_SNAPSHOT = process.env.SNAPSHOT !== "no";
const PROCESSES = [1, 2, 4];
/** A quarter of the memory for PostgreSQL's own cache, as its manual advises. */
const POSTGRES = { shared_buffers: `${Math.floor(totalmem() / 4 / 2 ** 20)}MB`, max_wal_size: "8GB" };

const folder = await mkdtemp(path.join(tmpdir(), "agent-registry-bench-"));
const postgres = ENGINES.includes("postgres") ? await startPostgres(POSTGRES) : undefined;

async function createPlace(name: string, engine: string): Promise<Place> {
  const databaseUrl = engine === "postgres" ? await postgres?.createDatabase() : undefined;
  return { dataDir: path.join(folder, `${engine}-${name}`), databaseUrl };
}

type Measured = { questions: Map<string, Times>; load: Load };

async function measureSize(engine: string, agents: number): Promise<Measured> {
  const size: LargeOptions = { agents, filings: FILINGS, lastBlock: toBlockAt(Date.now() / 1000) };
  const place = await createPlace(String(agents), engine);
  const startedAt = performance.now();
  const { middleTime } = await writeLargeRegister({
    ...place,
    chainId: CHAIN_ID,
    registryAddress: REGISTRY_ADDRESS,
    register: { ...size, ...CHAIN },
  });
  const gigabytes = (await readDatabaseBytes(place)) / 1e9;
  say(`${engine}, ${count(agents)} agents with ${FILINGS} filings each`);
  say(`  written in ${seconds(startedAt)} s; ${gigabytes.toFixed(2)} GB on disk`);
  await settleDatabase(place);

  const api = await startApi(place);
  const questions = await timeQuestions(api, { agents, middleTime });
  const load = await loadWithKya([api], { agents, ...place });
  say(`  KYA, 50 connections: ${toLoadText(load)}`);
  const { rssBytes } = await api.usage();
  say(`  memory of the API process: ${Math.round(rssBytes / 2 ** 20)} MB`);
  const complianceAt = performance.now();
  const { bytes } = await ask(`${api.url}/api/v1/agents/compliance`);
  say(`  compliance of all agents: ${seconds(complianceAt)} s for ${Math.round(bytes / 1e6)} MB`);
  await api.stop();

  const chain = await startChainStub(size);
  if (agents === AGENTS) {
    if (engine === "postgres") await measureProcesses(place, agents);
    if (WITH_SNAPSHOT) await measureSnapshot({ engine, place, chain });
  }
  const { middleMs, longestMs } = await timeSyncSteps(place, chain);
  say(
    `  a block with ${count(EVENTS_A_BLOCK)} events: ${Math.round(middleMs)} ms in the median, ${Math.round(longestMs)} at most`,
  );
  chain.child.disconnect();
  return { questions, load };
}

async function measureProcesses(place: Place, agents: number): Promise<void> {
  let one: number | undefined;
  for (const processes of PROCESSES) {
    const servers = await Promise.all(Array.from({ length: processes }, () => startApi(place)));
    const load = await loadWithKya(servers, { agents, ...place });
    one ??= load.perSecond;
    const share = Math.round((100 * load.perSecond) / (one * processes));
    say(`  API processes: ${processes}, ${toLoadText(load)}, ${share} % of linear`);
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function measureSnapshot(options: { engine: string; place: Place; chain: ChainStub }): Promise<void> {
  const { engine, place, chain } = options;
  const file = path.join(folder, `${engine}.ndjson.zst`);
  const node = { rpcUrl: chain.rpcUrl, registryAddress: REGISTRY_ADDRESS };
  const written = await runProgram({ program: "snapshot", args: ["--out", file], ...place, ...node });
  say(`  snapshot written: ${toTookText(written)}, ${((await stat(file)).size / 1e9).toFixed(2)} GB`);
  const target = await createPlace("restored", engine);
  // The made-up chain has no contract to compare agents with.
  const restored = await runProgram({
    program: "restore",
    args: [file, "--sample", "0"],
    ...target,
    ...node,
  });
  say(`  snapshot restored: ${toTookText(restored)}`);
  await rm(file);
}

/** As a table for a document. */
function sayComparison(engine: string, base: Measured, large: Measured): void {
  say(
    `\n| ${engine}, milliseconds | ${count(BASE_AGENTS)} agents, p50 | p99 | ${count(AGENTS)} agents, p50 | p99 | p99 ratio |`,
  );
  say("|---|---:|---:|---:|---:|---:|");
  const rows: [string, Times, Times][] = [...large.questions].map(([name, times]) => [
    name in PROMISED ? `**${name}**` : name,
    base.questions.get(name) ?? { p50: Number.NaN, p99: Number.NaN },
    times,
  ]);
  rows.push(["**KYA, 50 connections**", base.load, large.load]);
  for (const [name, before, after] of rows) {
    const cells = [before.p50, before.p99, after.p50, after.p99, after.p99 / before.p99];
    say(`| ${name} | ${cells.map((value) => value.toFixed(2)).join(" | ")} |`);
  }
  say("The ratio of those in bold is to be 2.00 at most.\n");
}

const toLoadText = ({ perSecond, p50, p99, apiMicros, databaseMicros }: Load) =>
  `${Math.round(perSecond)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; processor time of each: API ${Math.round(apiMicros)} µs, database ${Math.round(databaseMicros)} µs`;
const toTookText = ({ seconds, cpuSeconds, peakMb }: Took) =>
  `${Math.round(seconds)} s (processor ${Math.round(cpuSeconds)} s), peak ${Math.round(peakMb)} MB`;
const seconds = (startedAt: number) => Math.round((performance.now() - startedAt) / 1000);
const count = (value: number) => value.toLocaleString("en");
const say = (line: string) => console.log(line);

say(
  `${availableParallelism()} cores (${cpus()[0]?.model ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GiB memory, Node ${process.version}`,
);
try {
  if (postgres !== undefined) say(await readPostgresVersion(await postgres.createDatabase()));
  for (const engine of ENGINES) {
    const base = await measureSize(engine, BASE_AGENTS);
    const large = await measureSize(engine, AGENTS);
    sayComparison(engine, base, large);
  }
} finally {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
}
