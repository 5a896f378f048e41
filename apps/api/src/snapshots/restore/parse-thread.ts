// The thread that reads a snapshot for `parse-in-thread.ts`: it hands on what it finds, and waits for answers.
import { on } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import type { SnapshotHeader, SnapshotTable, SnapshotTrailer, ValueRow } from "../format.ts";
import { parseSnapshot } from "./parse-snapshot.ts";

/** How many lots of rows may wait to be inserted, each of a quarter of a megabyte of text. */
const MAX_AHEAD = 3;

export type SnapshotPart =
  | { header: SnapshotHeader }
  | { table: SnapshotTable; rows: ValueRow[] }
  | { trailer: SnapshotTrailer };

if (parentPort === null) throw new Error("This is a thread of another program");
const port = parentPort;
const answers = on(port, "message");
let ahead = 0;

const handOn = (part: SnapshotPart) => port.postMessage(part);

handOn({
  trailer: await parseSnapshot(String(workerData), {
    async onHeader(header) {
      handOn({ header });
      await answers.next();
    },
    async onRows(table, rows) {
      handOn({ table, rows });
      ahead += 1;
      if (ahead < MAX_AHEAD) return;
      await answers.next();
      ahead -= 1;
    },
  }),
});
