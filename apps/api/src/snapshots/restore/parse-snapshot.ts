import { createHash } from "node:crypto";
import { TextDecoder } from "node:util";
import {
  parseHeader,
  parseTrailer,
  SNAPSHOT_TABLES,
  SnapshotError,
  type SnapshotHeader,
  type SnapshotTable,
  type SnapshotTrailer,
  TRAILER_START,
  toTableLine,
  type ValueRow,
} from "../format.ts";
import { createRowCheck } from "./check-row.ts";
import { readLines } from "./read-lines.ts";

const NEWLINE = 10;

export type SnapshotSink = {
  /** Called first, and before anything else is believed. */
  onHeader(header: SnapshotHeader): Promise<void>;
  onRows(table: SnapshotTable, rows: ValueRow[]): Promise<void>;
};

/**
 * Reads a snapshot and hands on what it holds, as it comes. Only if this returns was all of it right: until then the
 * numbers of rows and the digest are not known.
 */
export async function parseSnapshot(
  file: string,
  { onHeader, onRows }: SnapshotSink,
): Promise<SnapshotTrailer> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const hash = createHash("sha256");
  const counts = Object.fromEntries(SNAPSHOT_TABLES.map((table) => [table, 0])) as SnapshotTrailer["counts"];
  let header: SnapshotHeader | undefined;
  let trailer: SnapshotTrailer | undefined;
  let tables = 0;
  let table: SnapshotTable | undefined;
  let checkRow: ReturnType<typeof createRowCheck> | undefined;
  let rows: ValueRow[] = [];

  async function handOn(): Promise<void> {
    if (table === undefined || rows.length === 0) return;
    const ready = rows;
    rows = [];
    counts[table] += ready.length;
    await onRows(table, ready);
  }

  async function take(line: string): Promise<void> {
    if (trailer !== undefined) throw new SnapshotError("The snapshot goes on after its end");
    if (header === undefined) {
      header = parseHeader(line);
      await onHeader(header);
    } else if (line.startsWith(TRAILER_START)) {
      trailer = parseTrailer(line);
    } else {
      await handOn();
      table = SNAPSHOT_TABLES[tables] as SnapshotTable | undefined;
      tables += 1;
      if (table === undefined || `${line}\n` !== toTableLine(table))
        throw new SnapshotError("The snapshot holds other tables than this version has, or in another order");
      checkRow = createRowCheck(table);
    }
  }

  for await (const bytes of readLines(file)) {
    hash.update(withoutTrailer(bytes));
    for (const line of decode(decoder, bytes).slice(0, -1).split("\n")) {
      // Without a promise for each of millions of rows.
      if (checkRow !== undefined && trailer === undefined && line.startsWith("[")) rows.push(checkRow(line));
      else await take(line);
    }
    await handOn();
  }
  if (header === undefined || trailer === undefined) throw new SnapshotError("The snapshot is cut off");
  expectWhole({ header, trailer, counts, isComplete: tables === SNAPSHOT_TABLES.length });
  if (hash.digest("hex") !== trailer.sha256)
    throw new SnapshotError("The snapshot's SHA-256 is not that of its content: it was altered");
  return trailer;
}

type Whole = {
  header: SnapshotHeader;
  trailer: SnapshotTrailer;
  counts: SnapshotTrailer["counts"];
  isComplete: boolean;
};

function expectWhole({ header, trailer, counts, isComplete }: Whole): void {
  const isWhole =
    isComplete &&
    SNAPSHOT_TABLES.every((table) => counts[table] === trailer.counts[table]) &&
    counts.agents === header.lastAgentId &&
    counts.filings === header.lastSequence;
  if (!isWhole) throw new SnapshotError("The snapshot has another number of rows than it says");
}

/** The digest covers the lines before the trailer, which is the last. */
function withoutTrailer(bytes: Buffer): Buffer {
  const start = bytes.lastIndexOf(NEWLINE, bytes.length - 2) + 1;
  const isTrailer = bytes.toString("latin1", start, start + TRAILER_START.length) === TRAILER_START;
  return isTrailer ? bytes.subarray(0, start) : bytes;
}

function decode(decoder: TextDecoder, bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    throw new SnapshotError("The snapshot is not UTF-8", { cause: error });
  }
}
