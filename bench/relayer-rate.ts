// How many relays a second one wallet carries, compared with sequential sending and the chain's own rate.
import { minimalForwarderAbi } from "@agent-registry/protocol";
import { devAccounts } from "@agent-registry/testkit";
import { encodeFunctionData, type Hex } from "viem";
import { percentile } from "./api-processes.ts";
import { type Relayed, relayEvenly, relayInTurns } from "./relayer/loads.ts";
import {
  type Bench,
  registerSigners,
  type Signer,
  signAttestation,
  startBench,
} from "./relayer/start-bench.ts";

const SECONDS = Number(process.env.BENCH_SECONDS ?? 60);
/**
 * Each has one request under way, for a block or two: fewer would be the limit themselves, and more would
 * wait for a third block. This number fills the 16 transactions that a wallet has in flight.
 */
const SIGNERS = Number(process.env.BENCH_SIGNERS ?? 900);
/** Requests that come each second where they come evenly. */
const RATE = Number(process.env.BENCH_RATE ?? 400);
/** Seconds for which a signer may have a request under way before there are too few signers for the rate. */
const LONGEST_RELAY_SECONDS = 5;
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
  const maxRate = (SIGNERS / BLOCK_MS) * 1000 * 1.2;
  const inTurns = await relayInTurns({ bench, signers, seconds: SECONDS, maxRate });
  const others = await registerSigners({ bench, count: SEQUENTIAL_RELAYS });
  const sequential = await relaySequentially({ bench, signers: others });
  print(`blocks every ${BLOCK_MS} ms, ${SIGNERS} signers who each post when they were answered`, {
    ...toFigures(inTurns),
    "sequential relays/s": sequential,
  });

  const many = await registerSigners({ bench, count: RATE * LONGEST_RELAY_SECONDS });
  const evenly = await relayEvenly({ bench, signers: many, seconds: SECONDS, rate: RATE });
  await bench.stop();
  print(
    `blocks every ${BLOCK_MS} ms, ${RATE} requests each second of ${many.length} signers`,
    toFigures(evenly),
  );
}

function toFigures({ latencies, rate, cpuMs }: Relayed): Record<string, number> {
  return {
    relays: latencies.length,
    "relays/s": rate,
    "p50 ms": percentile(latencies, 0.5),
    "p95 ms": percentile(latencies, 0.95),
    "p99 ms": percentile(latencies, 0.99),
    "relayer CPU ms a relay": cpuMs,
  };
}

async function measureInstant(): Promise<void> {
  const bench = await startBench();
  const signers = await registerSigners({ bench, count: SIGNERS });
  const rawBefore = await sendRaw(bench);
  const relayed = await relayInTurns({ bench, signers, seconds: Math.min(SECONDS, 15), maxRate: 1_000 });
  const rawAfter = await sendRaw(bench);
  await bench.stop();
  const raw = (rawBefore + rawAfter) / 2;
  print("instant mining", {
    "raw transactions/s, before": rawBefore,
    "raw transactions/s, after": rawAfter,
    ...toFigures(relayed),
    "share %": (relayed.rate / raw) * 100,
  });
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
