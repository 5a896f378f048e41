// The thread itself runs this file, too, so it imports little: every module is loaded once for each thread.
import { once } from "node:events";
import { type MessagePort, parentPort, Worker, workerData } from "node:worker_threads";
import type { Logger } from "@agent-registry/service";
import { within } from "@agent-registry/service/within";
import type { Address } from "viem";
import { recoverSigner, type SignedDigest } from "./crypto.ts";

const PROGRAM = new URL(import.meta.url);
/** What a thread of ours is started with, so that no other one that loads this file answers. */
const THREAD = "recovers signers";
/** Far more than the signatures of a burst take, on a busy machine, too. */
const PATIENCE_MS = 5_000;
/** A thread that ended would perhaps end again at once. */
const RESTART_MS = 10_000;
/** Far more than a thread takes to start and to end, on a busy machine, too. */
const STOP_MS = 30_000;

type Options = { logger: Logger; program?: URL; patienceMs?: number; restartMs?: number };

type Call = PromiseWithResolvers<Address | null>;

/**
 * As `recoverSigner`, in a thread of its own: nothing else of a relay takes as long, and meanwhile the main thread answers
 * others. While there is no thread, because it starts or has failed, the main thread does the same work itself. The first
 * signature starts it.
 */
export function createSignerRecovery(options: Options) {
  const { logger, program = PROGRAM, patienceMs = PATIENCE_MS, restartMs = RESTART_MS } = options;
  let thread: Worker | undefined;
  /** What the thread was asked and has not answered. It answers in the same order. */
  const asked: Call[] = [];
  let isReady = false;
  let isStopped = false;
  let restart: NodeJS.Timeout | undefined;

  function start(): void {
    // It needs no settings, and the wallet's key is one of them.
    const started = new Worker(program, { execArgv: [], env: {}, workerData: THREAD });
    thread = started;
    // The server keeps the process alive.
    started.unref();
    started.once("message", () => {
      isReady = true;
      started.on("message", (signer: Address | null) => asked.shift()?.resolve(signer));
    });
    started.on("error", (error) => {
      logger.warn({ err: error }, "the thread that recovers signers failed; it is started again");
    });
    started.once("exit", () => {
      isReady = false;
      for (const call of asked.splice(0)) call.reject(new Error("the thread ended"));
      thread = undefined;
      if (!isStopped) restart = setTimeout(start, restartMs).unref();
    });
  }

  async function recover(signed: SignedDigest): Promise<Address | null> {
    if (thread === undefined && restart === undefined && !isStopped) start();
    if (!isReady || thread === undefined) return recoverSigner(signed);
    const from = thread;
    const call: Call = Promise.withResolvers();
    asked.push(call);
    from.postMessage(signed);
    try {
      return await within(patienceMs, () => call.promise);
    } catch {
      isReady = false;
      // What it was asked may yet be answered, but it is not asked anything more.
      void from.terminate();
      return recoverSigner(signed);
    }
  }

  return {
    recover,
    /** The thread ends by itself: V8 ends the whole process if it is to end a thread that still loads its modules. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(restart);
      const ending = thread;
      if (ending === undefined) return;
      const exited = once(ending, "exit");
      ending.postMessage(null);
      await within(STOP_MS, () => exited).catch(() => ending.terminate());
    },
  };
}

if (workerData === THREAD && parentPort !== null) answerCalls(parentPort);

function answerCalls(port: MessagePort): void {
  port.on("message", (signed: SignedDigest | null) => {
    // Nothing more will be asked.
    if (signed === null) port.close();
    else port.postMessage(recoverSigner(signed));
  });
  port.postMessage("ready");
}
