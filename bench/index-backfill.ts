// How fast the index takes in a register's past, against `eth_getLogs` alone on the same node in the same run:
// first on a real node, then on one that does nothing but send ready-made logs, where memory is measured too.
// Usage: node bench/index-backfill.ts [agents] [database url]
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { startChain } from "@agent-registry/testkit";
import type { Address } from "viem";
import { fillChain } from "./backfill/fill-chain.ts";
import { backFill, readLogsAlone } from "./backfill/measure.ts";

const agents = Number(process.argv[2] ?? 100_000);
const databaseUrl = process.argv[3];
/** A local chain takes some hundred transactions a second. */
const AGENTS_ON_CHAIN = Math.min(agents, Number(process.env.AGENTS_ON_CHAIN ?? 4_000));

await onRealNode();
await onStub();

async function onRealNode(): Promise<void> {
  const chain = await startChain();
  const { registryAddress, events } = await fillChain({ chain, agents: AGENTS_ON_CHAIN });
  const head = Number(await chain.reader.getBlockNumber());
  const node = { rpcUrl: chain.rpcUrl, registryAddress, head, events, agents: AGENTS_ON_CHAIN };
  await compare({ title: `a local chain, ${events} events`, node });
  await chain.stop();
}

async function onStub(): Promise<void> {
  const registryAddress: Address = "0x00000000000000000000000000000000000a9e57";
  const stub = fork(
    fileURLToPath(new URL("./rpc-stub.ts", import.meta.url)),
    [JSON.stringify({ agents, registryAddress })],
    { stdio: ["ignore", "inherit", "inherit", "ipc"] },
  );
  const [{ rpcUrl, head, events }] = (await once(stub, "message")) as [
    { rpcUrl: string; head: number; events: number },
  ];
  await compare({
    title: `ready-made logs, ${events} events`,
    node: { rpcUrl, registryAddress, head, events, agents },
  });
  stub.disconnect();
}

type Node = Parameters<typeof backFill>[0]["node"];

async function compare({ title, node }: { title: string; node: Node }): Promise<void> {
  await readLogsAlone(node);
  const before = await readLogsAlone(node);
  const ours = await backFill({ node, databaseUrl });
  const after = await readLogsAlone(node);
  const peer = before.perSecond > after.perSecond ? before : after;
  const round = Math.round;
  console.log(title);
  console.log(
    `  eth_getLogs alone   ${round(peer.perSecond)} events/s, ${round(peer.perCpuSecond)} per CPU second`,
  );
  console.log(
    `  back-fill           ${round(ours.perSecond)} events/s, ${round(ours.perCpuSecond)} per CPU second`,
  );
  console.log(`  ratio               ${(ours.perSecond / peer.perSecond).toFixed(2)} (at least 0.40 wanted)`);
  console.log(`  longest pause       ${round(ours.longestPauseMs)} ms of the event loop`);
  console.log(`  peak memory         ${round(ours.peakMb)} MB (under 400 wanted)`);
}
