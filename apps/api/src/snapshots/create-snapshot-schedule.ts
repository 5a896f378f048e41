import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type Clock, createRepeat, type Logger } from "@agent-registry/service";
import { SNAPSHOT_NODE_FLAGS } from "../../node-flags.ts";
import { SnapshotError } from "./format.ts";
import type { MadeFile, SnapshotFolder } from "./snapshot-folder.ts";

const RETRY_MS = 600_000;

type Options = {
  folder: SnapshotFolder;
  make: (file: string, signal: AbortSignal) => Promise<MadeFile>;
  /** Whether this process writes the index, and that is caught up. */
  isReady: () => boolean;
  everyMs: number;
  /** Between two looks at whether one is due. */
  tickMs: number;
  clock: Clock;
  logger: Logger;
  onFailure: () => void;
};

/** Has the leader make a snapshot when the newest is old enough, and keeps the newest few. */
export function createSnapshotSchedule(options: Options) {
  const { folder, make, isReady, everyMs, clock, logger } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  /** Null until this process leads: then it follows from the newest snapshot in the folder. */
  let dueAtMs: number | null = null;

  async function makeOne(): Promise<void> {
    try {
      const { block, bytes, name, madeAtMs } = await folder.add({
        make: (file) => make(file, signal),
        nowMs: clock.now,
      });
      // From when it was made, as any other process would count.
      dueAtMs = madeAtMs + everyMs;
      logger.info({ name, block: block.number, bytes }, "A snapshot of the index was made");
      await folder.clean();
    } catch (error) {
      if (signal.aborted) return;
      dueAtMs = clock.now() + Math.min(RETRY_MS, everyMs);
      options.onFailure();
      logger.warn(
        { reason: error instanceof Error ? error.message : String(error) },
        "No snapshot could be made",
      );
    }
  }

  async function tick(): Promise<void> {
    if (!isReady()) {
      dueAtMs = null;
      return;
    }
    if (dueAtMs === null) {
      // The previous leader may have crashed in the middle of a snapshot.
      await folder.clean();
      dueAtMs = ((await folder.list())[0]?.madeAtMs ?? Number.NEGATIVE_INFINITY) + everyMs;
    }
    if (clock.now() >= dueAtMs) await makeOne();
  }

  const repeat = createRepeat({
    task: () =>
      tick().catch((error) => logger.warn({ err: error }, "The folder of snapshots cannot be used")),
    pauseMs: options.tickMs,
  });
  repeat.start();

  return {
    async stop(): Promise<void> {
      stopping.abort();
      await repeat.stop();
    },
  };
}

const PROGRAM = fileURLToPath(new URL("../snapshot.ts", import.meta.url));
const MAX_SAID = 2_000;

/**
 * Makes a snapshot in a process of its own with a low priority, so that answers do not wait for it. What it connects
 * to stands in its environment, where other users of the machine cannot read it.
 */
export async function runSnapshotProcess(options: {
  file: string;
  env: Record<string, string | undefined>;
  signal: AbortSignal;
}): Promise<unknown> {
  const { file, env, signal } = options;
  const child = fork(PROGRAM, ["--out", file, "--force"], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    execArgv: SNAPSHOT_NODE_FLAGS,
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    signal,
  });
  let made: unknown;
  let said = "";
  child.on("message", (message) => {
    made = message;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-MAX_SAID);
  });
  const [code] = await once(child, "close");
  if (code === 0 && made !== undefined) return made;
  throw new SnapshotError(said.trim() || "The process that makes snapshots ended");
}
