// Two kinds of load. Signing is the work of clients, not of the relayer, so requests are signed beforehand.
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { type Bench, postRelay, readCpuSeconds, type Signer, signAttestation } from "./start-bench.ts";

export type Relayed = {
  /** In milliseconds, the shortest first. */
  latencies: number[];
  /** Answers a second, without the time until the first ones came. */
  rate: number;
  /** The relayer's processor time for each. */
  cpuMs: number;
};

type Load = { bench: Bench; signers: Signer[]; seconds: number };

/**
 * Every signer relays one attestation after the other, the next as soon as the last is mined: as many as the relayer
 * bears, but all at once after each block.
 */
export async function relayInTurns(load: Load & { maxRate: number }): Promise<Relayed> {
  const { bench, signers, seconds, maxRate } = load;
  const bodies = await signAll({ bench, signers, requests: seconds * maxRate });
  return await measure({ bench, warmUp: signers.length }, async (relay) => {
    const endsAt = performance.now() + seconds * 1000;
    await Promise.all(
      bodies.map(async (own) => {
        for (const body of own) {
          if (performance.now() >= endsAt) return;
          await relay(body, performance.now());
        }
      }),
    );
    if (performance.now() < endsAt) throw new Error("Signed too few requests: raise maxRate");
  });
}

/**
 * Requests come evenly, as those of agents do who know nothing of each other. Each counts from when it was due, also if it
 * then had to wait until one of the signers had none under way.
 */
export async function relayEvenly(load: Load & { rate: number }): Promise<Relayed> {
  const { bench, signers, seconds, rate } = load;
  const requests = seconds * rate;
  const idle = await signAll({ bench, signers, requests });
  return await measure({ bench, warmUp: rate }, async (relay) => {
    const startedAt = performance.now();
    const underWay: Promise<void>[] = [];
    for (let i = 0; i < requests; i += 1) {
      const dueAt = startedAt + (i * 1000) / rate;
      while (performance.now() < dueAt || idle.length === 0) await sleep(1);
      const own = idle.shift();
      const body = own?.shift();
      if (own === undefined || body === undefined) throw new Error("Signed too few requests");
      underWay.push(
        relay(body, dueAt).then(() => {
          if (own.length > 0) idle.push(own);
        }),
      );
    }
    await Promise.all(underWay);
  });
}

type Relay = (body: string, dueAt: number) => Promise<void>;

async function measure(
  { bench, warmUp }: { bench: Bench; warmUp: number },
  run: (relay: Relay) => Promise<void>,
): Promise<Relayed> {
  const latencies: number[] = [];
  const answeredAt: number[] = [];
  const cpuBefore = await readCpuSeconds(bench);
  await run(async (body, dueAt) => {
    await postRelay({ url: bench.url, body });
    answeredAt.push(performance.now());
    latencies.push(performance.now() - dueAt);
  });
  const cpuMs = (((await readCpuSeconds(bench)) - cpuBefore) / latencies.length) * 1000;
  const [first = 0, last = 0] = [answeredAt[warmUp - 1], answeredAt.at(-1)];
  const rate = ((answeredAt.length - warmUp) / (last - first)) * 1000;
  return { latencies: latencies.sort((a, b) => a - b), rate, cpuMs };
}

/** Each signer's own requests, in the order of their nonces. */
async function signAll(options: { bench: Bench; signers: Signer[]; requests: number }): Promise<string[][]> {
  const { bench, signers, requests } = options;
  const bodies: string[][] = [];
  for (const signer of signers) {
    const count = Math.ceil(requests / signers.length) + 1;
    const own: string[] = [];
    for (let i = 0; i < count; i += 1) own.push(await signAttestation({ bench, signer }));
    bodies.push(own);
    // Signing must not hide that the relayer closes idle connections meanwhile.
    await nextTurn();
  }
  return bodies;
}
