import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Address } from "viem";
import { openIndex } from "../open-index.ts";

type Node = { rpcUrl: string; registryAddress: Address; head: number; events: number; agents: number };
/** If the machine also does other things, the second figure is the steadier one. */
type Speed = { perSecond: number; perCpuSecond: number };

/** As many logs an answer as the index asks for. */
const LOGS_AT_ONCE = 1_000;

function toSpeed(count: number, startedAt: number, cpu: NodeJS.CpuUsage): Speed {
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - startedAt) / 1000;
  return { perSecond: count / seconds, perCpuSecond: (count / (user + system)) * 1e6 };
}

/** Reads and parses all logs, as fast as one caller can. */
export async function readLogsAlone({ rpcUrl, registryAddress, head, events }: Node): Promise<Speed> {
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  const blocks = Math.max(1, Math.floor((LOGS_AT_ONCE * head) / events));
  let read = 0;
  for (let from = 1; from <= head; from += blocks) {
    const filter = {
      address: registryAddress,
      fromBlock: `0x${from.toString(16)}`,
      toBlock: `0x${Math.min(head, from + blocks - 1).toString(16)}`,
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

type BackFill = { node: Node; databaseUrl: string | undefined };

export async function backFill({ node, databaseUrl }: BackFill) {
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
  const { rpcUrl, registryAddress } = node;
  const index = await openIndex({ dataDir, databaseUrl, rpcUrl, registryAddress, pollIntervalMs: 1_000 });
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  index.start();
  while (!index.status().isCaughtUp) await new Promise((resolve) => setTimeout(resolve, 5));
  const speed = toSpeed(node.events, startedAt, cpu);
  clearInterval(ticking);
  const { at, close } = await index.asked.open("look-up");
  const { lastAgentId: totalAgents } = at;
  await close();
  if (totalAgents !== node.agents) throw new Error(`The index has ${totalAgents} agents`);
  await index.stop();
  await rm(dataDir, { recursive: true, force: true });
  return { ...speed, longestPauseMs, peakMb: peak / 2 ** 20 };
}
