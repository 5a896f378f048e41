import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Logger } from "@agent-registry/service";
import type { Address } from "viem";
import { type RecoveryResult, recoverSigner, type SignedDigest } from "./recover-signer.ts";

/** So many at once are a crowd: from there on, other cores help. */
const CROWD = 8;
const MAX_WORKERS = 4;

export type Recovery = ReturnType<typeof createRecovery>;
type Job = { signed: SignedDigest; resolve(signer: Address | null | Promise<Address | null>): void };

/**
 * Recovering a signer is the largest piece of computing in a relay, some 3 ms in which nothing else
 * runs. Few at a time are done here; a crowd wakes worker threads, which take over once they are up.
 */
export function createRecovery({ logger }: { logger: Logger }) {
  const workerCount = Math.min(MAX_WORKERS, Math.max(1, availableParallelism() - 1));
  const started: Worker[] = [];
  const ready: Worker[] = [];
  const jobs = new Map<number, Job>();
  /** The same signature asked for at the same time is recovered once. */
  const running = new Map<string, Promise<Address | null>>();
  let nextId = 0;

  function startWorkers(): void {
    while (started.length < workerCount) {
      const worker = new Worker(new URL("./recovery-worker.ts", import.meta.url));
      worker.unref();
      worker.on("message", (message: "up" | RecoveryResult) => {
        if (message === "up") return void ready.push(worker);
        jobs.get(message.id)?.resolve(message.signer);
        jobs.delete(message.id);
      });
      worker.on("error", giveUp);
      started.push(worker);
    }
  }

  /** Without workers it is slower, but it works. */
  function giveUp(error: unknown): void {
    logger.warn({ err: error }, "recovery worker failed; signers are recovered on the main thread");
    ready.length = 0;
    for (const { resolve, signed } of jobs.values()) resolve(recoverSigner(signed));
    jobs.clear();
  }

  async function recoverAnywhere(signed: SignedDigest): Promise<Address | null> {
    if (running.size >= CROWD) startWorkers();
    const id = nextId++;
    const worker = ready[id % Math.max(1, ready.length)];
    // On the main thread, others get their turn in between.
    if (worker === undefined) return await new Promise(setImmediate).then(() => recoverSigner(signed));
    const { promise, resolve } = Promise.withResolvers<Address | null>();
    jobs.set(id, { signed, resolve });
    worker.postMessage({ id, ...signed });
    return await promise;
  }

  return {
    async recover(signed: SignedDigest): Promise<Address | null> {
      const key = `${signed.digest}${signed.signature}`;
      const twin = running.get(key);
      if (twin !== undefined) return await twin;
      const result = recoverAnywhere(signed);
      running.set(key, result);
      try {
        return await result;
      } finally {
        running.delete(key);
      }
    },

    async stop(): Promise<void> {
      await Promise.all(started.map((worker) => worker.terminate()));
    },
  };
}
