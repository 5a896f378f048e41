import { type Clock, createRepeat, type Logger } from "@agent-registry/service";
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
