// How fast the index takes in a register's past, against `eth_getLogs` alone on the same node in the
// same run. Usage: node bench/index-backfill.ts [agents] [database url]
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Registry } from "prom-client";
import type { Address } from "viem";
import { createIndex } from "../apps/api/src/index-store/create-index.ts";
import { createLogger, systemClock } from "../packages/service/src/index.ts";

const agents = Number(process.argv[2] ?? 100_000);
const databaseUrl = process.argv[3];
const registryAddress: Address = "0x00000000000000000000000000000000000a9e57";

const stub = fork(
  fileURLToPath(new URL("./rpc-stub.ts", import.meta.url)),
  [JSON.stringify({ agents, registryAddress })],
  { stdio: ["ignore", "inherit", "inherit", "ipc"] },
);
const [{ rpcUrl, head, events }] = (await once(stub, "message")) as [
  { rpcUrl: string; head: number; events: number },
];
console.log(`${events} events of ${agents} agents in ${head} blocks`);

/** On a machine that does other things as well, the second figure is the steadier one. */
type Speed = { perSecond: number; perCpuSecond: number };

function toSpeed(count: number, startedAt: number, cpu: NodeJS.CpuUsage): Speed {
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - startedAt) / 1000;
  return { perSecond: count / seconds, perCpuSecond: (count / (user + system)) * 1e6 };
}

/** Reads and parses everything, as fast as one caller can, in answers of the size the index asks for. */
async function readLogsAlone(): Promise<Speed> {
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  let read = 0;
  for (let from = 1; from <= head; from += 50) {
    const filter = {
      address: registryAddress,
      fromBlock: `0x${from.toString(16)}`,
      toBlock: `0x${(from + 49).toString(16)}`,
    };
    const response = await fetch(rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_getLogs", params: [filter] }),
    });
    read += ((await response.json()) as { result: unknown[] }).result.length;
  }
  return toSpeed(read, startedAt, cpu);
}

async function backFill(): Promise<Speed & { longestPauseMs: number; peakMb: number }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "agent-registry-bench-"));
  let peak = 0;
  let longestPauseMs = 0;
  let lastTick = performance.now();
  const ticking = setInterval(() => {
    const now = performance.now();
    longestPauseMs = Math.max(longestPauseMs, now - lastTick - 5);
    lastTick = now;
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 5);
  const index = await createIndex({
    rpcUrls: [rpcUrl],
    registryAddress,
    pollIntervalMs: 1_000,
    database: { dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) },
    logger: createLogger({ name: "bench", level: process.env.LOG_LEVEL ?? "warn" }),
    metrics: new Registry(),
    clock: systemClock,
  });
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  index.start();
  while (!index.status().isCaughtUp) await new Promise((resolve) => setTimeout(resolve, 5));
  const speed = toSpeed(events, startedAt, cpu);
  clearInterval(ticking);
  const { totalAgents } = await index.reader.getTotals();
  if (totalAgents !== agents) throw new Error(`The index has ${totalAgents} agents`);
  await index.stop();
  await rm(dataDir, { recursive: true, force: true });
  return { ...speed, longestPauseMs, peakMb: peak / 2 ** 20 };
}

await readLogsAlone();
const alone = await readLogsAlone();
const ours = await backFill();
const again = await readLogsAlone();
const peer = alone.perSecond > again.perSecond ? alone : again;
const round = Math.round;
console.log(
  `eth_getLogs alone   ${round(peer.perSecond)} events/s, ${round(peer.perCpuSecond)} per CPU second`,
);
console.log(
  `back-fill           ${round(ours.perSecond)} events/s, ${round(ours.perCpuSecond)} per CPU second`,
);
console.log(`ratio               ${(ours.perSecond / peer.perSecond).toFixed(2)} (at least 0.40 wanted)`);
console.log(`longest pause       ${Math.round(ours.longestPauseMs)} ms of the event loop`);
console.log(`peak memory         ${Math.round(ours.peakMb)} MB (under 400 wanted)`);
stub.disconnect();
