import { on } from "node:events";
import { Worker } from "node:worker_threads";
import { SnapshotError, type SnapshotTrailer } from "../format.ts";
import type { SnapshotSink } from "./parse-snapshot.ts";
import type { SnapshotPart } from "./parse-thread.ts";

const PROGRAM = new URL("./parse-thread.ts", import.meta.url);

/** As `parseSnapshot`, by a thread of its own: it reads and checks the next rows while the last ones are inserted. */
export async function parseInThread(file: string, sink: SnapshotSink): Promise<SnapshotTrailer> {
  const thread = new Worker(PROGRAM, { workerData: file, execArgv: [] });
  try {
    // An error of the thread is thrown here.
    const parts = on(thread, "message", { close: ["exit"] });
    for await (const [part] of parts as AsyncIterable<[SnapshotPart]>) {
      if ("trailer" in part) return part.trailer;
      if ("header" in part) await sink.onHeader(part.header);
      else await sink.onRows(part.table, part.rows);
      thread.postMessage("next");
    }
    throw new Error("The thread that reads the snapshot has ended");
  } catch (error) {
    throw toOwnError(error);
  } finally {
    await thread.terminate();
  }
}

/** An error that comes from another thread has lost its class. */
function toOwnError(error: unknown): unknown {
  const { name, message } = error as Error;
  if (name !== "SnapshotError" || error instanceof SnapshotError) return error;
  return new SnapshotError(message, { cause: error });
}
