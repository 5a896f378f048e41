// How many relays a second one wallet carries, compared with sequential sending and the chain's own rate.
import { setImmediate as nextTurn } from "node:timers/promises";
import { minimalForwarderAbi } from "@agent-registry/protocol";
import { devAccounts } from "@agent-registry/testkit";
import { encodeFunctionData, type Hex } from "viem";
import { percentile } from "./api-processes.ts";
import {
  type Bench,
  postRelay,
  readCpuSeconds,
  registerSigners,
  type Signer,
  signAttestation,
  startBench,
} from "./relayer/start-bench.ts";

const SECONDS = Number(process.env.BENCH_SECONDS ?? 60);
/**
 * Each has one request under way, for a block or two: fewer would be the limit themselves, and more would wait for a
 * third block. So many fill the 16 transactions that a wallet has in flight.
 */
const SIGNERS = Number(process.env.BENCH_SIGNERS ?? 900);
const BLOCK_MS = 2_000;
/** As much as Base has, so that the chain is not the limit. */
const BLOCK_GAS = 400_000_000;
/** Sequential sending is slow, and ten relays show it as well as a hundred. */
const SEQUENTIAL_RELAYS = 10;
const RAW_TRANSACTIONS = 1_000;

await measureBlocks();
await measureInstant();

async function measureBlocks(): Promise<void> {
  const bench = await startBench({ blockTimeMs: BLOCK_MS, blockGasLimit: BLOCK_GAS });
  const signers = await registerSigners({ bench, count: SIGNERS });
  const relayed = await relayFor({
    bench,
    signers,
    seconds: SECONDS,
    maxRate: (SIGNERS / BLOCK_MS) * 1000 * 1.2,
  });
  const others = await registerSigners({ bench, count: SEQUENTIAL_RELAYS });
  const sequential = await relaySequentially({ bench, signers: others });
  await bench.stop();
  print(`blocks every ${BLOCK_MS} ms`, {
    signers: SIGNERS,
    relays: relayed.latencies.length,
    "relays/s": relayed.sustainedRate,
    "relays/s with the wait for the first block": relayed.rate,
    "p50 ms": percentile(relayed.latencies, 0.5),
    "p95 ms": percentile(relayed.latencies, 0.95),
    "p99 ms": percentile(relayed.latencies, 0.99),
    "relayer CPU ms a relay": relayed.cpuMs,
    "sequential relays/s": sequential,
  });
}

async function measureInstant(): Promise<void> {
  const bench = await startBench();
  const signers = await registerSigners({ bench, count: SIGNERS });
  const rawBefore = await sendRaw(bench);
  const relayed = await relayFor({ bench, signers, seconds: Math.min(SECONDS, 15), maxRate: 500 });
  const rawAfter = await sendRaw(bench);
  await bench.stop();
  const raw = (rawBefore + rawAfter) / 2;
  print("instant mining", {
    "raw transactions/s, before": rawBefore,
    "raw transactions/s, after": rawAfter,
    "relays/s": relayed.rate,
    "share %": (relayed.rate / raw) * 100,
    "p50 ms": percentile(relayed.latencies, 0.5),
    "p95 ms": percentile(relayed.latencies, 0.95),
    "relayer CPU ms a relay": relayed.cpuMs,
  });
}

type RelayFor = {
  bench: Bench;
  signers: Signer[];
  seconds: number;
  /** More than can be reached: so many requests are signed for each second. */
  maxRate: number;
};

/** Every signer relays one attestation after the other: the next as soon as the last is mined. */
async function relayFor({ bench, signers, seconds, maxRate }: RelayFor) {
  const latencies: number[] = [];
  const answeredAt: number[] = [];
  // Signed beforehand, as the raw transactions are: signing is the work of the clients, not of the relayer.
  const bodies: string[][] = [];
  for (const signer of signers) {
    const count = Math.ceil((seconds * maxRate) / signers.length) + 1;
    const own: string[] = [];
    for (let i = 0; i < count; i += 1) own.push(await signAttestation({ bench, signer }));
    bodies.push(own);
    // Signing must not hide that the relayer closes idle connections meanwhile.
    await nextTurn();
  }
  const cpuBefore = await readCpuSeconds(bench);
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  await Promise.all(
    bodies.map(async (own) => {
      for (const body of own) {
        if (performance.now() >= endsAt) return;
        const postedAt = performance.now();
        await postRelay({ url: bench.url, body });
        answeredAt.push(performance.now());
        latencies.push(performance.now() - postedAt);
      }
    }),
  );
  if (performance.now() < endsAt) throw new Error("Signed too few requests: raise maxRate");
  const rate = (latencies.length / (performance.now() - startedAt)) * 1000;
  // From the moment every signer has its first answer to the last answer: without the wait for the first block.
  const [first = 0, last = 0] = [answeredAt[signers.length - 1], answeredAt.at(-1)];
  const sustainedRate = ((answeredAt.length - signers.length) / (last - first)) * 1000;
  const cpuMs = (((await readCpuSeconds(bench)) - cpuBefore) / latencies.length) * 1000;
  return { latencies: latencies.sort((a, b) => a - b), rate, sustainedRate, cpuMs };
}

/** What a relayer does that keeps only one transaction in flight: it sends, waits, and sends the next. */
async function relaySequentially({ bench, signers }: { bench: Bench; signers: Signer[] }): Promise<number> {
  const { chain, deployment } = bench;
  const wallet = chain.wallet(devAccounts.regulator);
  const startedAt = performance.now();
  for (const signer of signers) {
    const { request, signature } = JSON.parse(await signAttestation({ bench, signer }));
    const data = encodeFunctionData({
      abi: minimalForwarderAbi,
      functionName: "execute",
      args: [
        { ...request, value: 0n, gas: BigInt(request.gas), nonce: BigInt(request.nonce), deadline: 0 },
        signature,
      ],
    });
    const hash = await wallet.sendTransaction({ to: deployment.forwarderAddress, data, gas: 400_000n });
    await chain.reader.waitForTransactionReceipt({ hash });
  }
  return (signers.length / (performance.now() - startedAt)) * 1000;
}

/** The rate at which the chain takes transactions of one sender, signed beforehand and sent one after the other. */
async function sendRaw({ chain }: Bench): Promise<number> {
  const sender = devAccounts.stranger;
  const first = await chain.reader.getTransactionCount({ address: sender.address });
  const signed: Hex[] = [];
  for (let i = 0; i < RAW_TRANSACTIONS; i++) {
    signed.push(
      await sender.signTransaction({
        type: "eip1559",
        chainId: chain.chainId,
        nonce: first + i,
        to: sender.address,
        gas: 21_000n,
        maxFeePerGas: 10n ** 11n,
        maxPriorityFeePerGas: 1n,
      }),
    );
  }
  const startedAt = performance.now();
  for (const raw of signed) await chain.reader.sendRawTransaction({ serializedTransaction: raw });
  return (RAW_TRANSACTIONS / (performance.now() - startedAt)) * 1000;
}

function print(title: string, figures: Record<string, number>): void {
  const rows = Object.entries(figures).map(([name, value]) => [name, Math.round(value * 10) / 10]);
  console.log(title);
  console.table(Object.fromEntries(rows));
}
