// From a mined block to the index's answer: how long after a registration the index finds the wallet.
// Wanted: within one poll interval plus 200 ms. Usage: node bench/block-to-answer.ts [poll interval ms]
// [block time ms]: without a block time each transaction is mined at once.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createIndex } from "@agent-registry/api/create-index";
import { registryAbi } from "@agent-registry/protocol";
import { createLogger, systemClock } from "@agent-registry/service";
import { deployLocally, devAccounts, startChain } from "@agent-registry/testkit";
import { Registry } from "prom-client";
import { type Address, pad, toHex, zeroHash } from "viem";

const pollIntervalMs = Number(process.argv[2] ?? 1_000);
const blockTimeMs = process.argv[3] === undefined ? undefined : Number(process.argv[3]);
const ROUNDS = 30;

const chain = await startChain(
  blockTimeMs === undefined ? {} : { blockTimeMs, allowBlocksWithSameTimestamp: blockTimeMs < 1_000 },
);
const { registryAddress } = await deployLocally(chain);
const dataDir = await mkdtemp(path.join(tmpdir(), "agent-registry-bench-"));
const index = await createIndex({
  rpcUrls: [chain.rpcUrl],
  registryAddress,
  pollIntervalMs,
  database: { dataDir },
  logger: createLogger({ name: "bench", level: "warn" }),
  metrics: new Registry(),
  clock: systemClock,
});
index.start();
while (!index.status().isCaughtUp) await new Promise((resolve) => setTimeout(resolve, 2));
const wallet = chain.wallet(devAccounts.creator);
const delays: number[] = [];
for (let i = 0; i < ROUNDS; i += 1) {
  const agentWallet = pad(toHex(0xbeef00 + i), { size: 20 }) as Address;
  const args = [
    devAccounts.haftungsperson.address,
    agentWallet,
    zeroHash,
    zeroHash,
    "bench",
    0n,
    false,
  ] as const;
  const hash = await wallet.writeContract({
    address: registryAddress,
    abi: registryAbi,
    functionName: "registerAgent",
    args,
  });
  await chain.reader.waitForTransactionReceipt({ hash });
  const minedAt = performance.now();
  while ((await index.asked.lookUps.walletEntry(agentWallet)).found === undefined) {
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  delays.push(performance.now() - minedAt);
  // The waits differ, so that registrations fall into every phase of the poll interval.
  await new Promise((resolve) => setTimeout(resolve, (i * 137) % pollIntervalMs));
}
delays.sort((a, b) => a - b);
const at = (share: number) => Math.round(delays[Math.floor((delays.length - 1) * share)] ?? 0);
console.log(`block to answer     median ${at(0.5)} ms, 95 % ${at(0.95)} ms, worst ${at(1)} ms`);
console.log(`wanted              at most ${pollIntervalMs + 200} ms (poll interval ${pollIntervalMs} ms)`);
await index.stop();
await rm(dataDir, { recursive: true, force: true });
await chain.stop();
