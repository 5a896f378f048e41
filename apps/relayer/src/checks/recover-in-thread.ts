import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { type Logger, within } from "@agent-registry/service";
import type { Address } from "viem";
import { grouped } from "../grouped.ts";
import { recoverSigner, type SignedDigest } from "./recover-signer.ts";

const PROGRAM = new URL("./recover-thread.ts", import.meta.url);
/** Far more than a group of signatures takes, on a busy machine, too. */
const PATIENCE_MS = 5_000;
/**
 * Groups of signatures begin at least this far apart. Under load, the later steps of a relay then get their
 * requests in groups, too, which share statements, commits and calls to the node.
 */
const SPACING_MS = 100;
/** A thread that ended would perhaps end again at once. */
const RESTART_MS = 10_000;
/** Far more than a thread takes to start and to end, on a busy machine, too. */
const STOP_MS = 30_000;

type Options = { logger: Logger; program?: URL; patienceMs?: number; restartMs?: number };

/**
 * As `recoverSigner`, in a thread of its own: nothing else of a relay takes as long, and meanwhile the main thread answers
 * others. Signatures that come together go there in one message. While there is no thread, because it starts or has
 * failed, the main thread does the same work itself. The first signature starts it.
 */
export function createSignerRecovery(options: Options) {
  const { logger, program = PROGRAM, patienceMs = PATIENCE_MS, restartMs = RESTART_MS } = options;
  let thread: Worker | undefined;
  let isReady = false;
  let isStopped = false;
  let restart: NodeJS.Timeout | undefined;

  function start(): void {
    // It needs no settings, and the wallet's key is one of them.
    const started = new Worker(program, { execArgv: [], env: {} });
    thread = started;
    // The server keeps the process alive.
    started.unref();
    started.once("message", () => {
      isReady = true;
    });
    started.on("error", (error) => {
      logger.warn({ err: error }, "the thread that recovers signers failed; it is started again");
    });
    started.once("exit", () => {
      isReady = false;
      thread = undefined;
      if (!isStopped) restart = setTimeout(start, restartMs).unref();
    });
  }

  async function recoverAll(signed: SignedDigest[]): Promise<(Address | null)[]> {
    if (thread === undefined && restart === undefined && !isStopped) start();
    const asked = thread;
    if (isReady && asked !== undefined) {
      try {
        return await askThread(asked, signed);
      } catch {
        isReady = false;
        // Its answer may yet come, and must not be taken for that to the next question.
        void asked.terminate();
      }
    }
    return signed.map(recoverSigner);
  }

  /** Groups come one after the other, so the next message answers this one. */
  async function askThread(asked: Worker, signed: SignedDigest[]): Promise<(Address | null)[]> {
    const { promise, resolve, reject } = Promise.withResolvers<(Address | null)[]>();
    asked.once("message", resolve).once("exit", reject);
    try {
      asked.postMessage(signed);
      return await within(patienceMs, () => promise);
    } finally {
      asked.off("message", resolve).off("exit", reject);
    }
  }

  return {
    recover: grouped({ work: recoverAll, spacingMs: SPACING_MS }),
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
