import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { TextDecoder } from "node:util";
import { constants, createZstdDecompress } from "node:zlib";
import { TABLES } from "../../index/schema.ts";
import {
  createKeyComparison,
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

const NEWLINE = 10;

type SnapshotSink = {
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

/** These are numbered from 1 without gaps. */
const NUMBERED = new Set<SnapshotTable>(["agents", "filings"]);

/** Checks the rows of a table as they come: the kinds of their values, and that each has a higher key than the last. */
function createRowCheck(table: SnapshotTable) {
  const types: string[] = Object.values(TABLES[table].columns);
  const compareKeys = createKeyComparison(table);
  let last: ValueRow | undefined;

  function isRow(row: unknown): row is ValueRow {
    if (!Array.isArray(row) || row.length !== types.length) return false;
    for (let place = 0; place < types.length; place += 1) {
      const [value, type = ""] = [row[place], types[place]];
      const isRight =
        value === null
          ? type.endsWith("?")
          : type.startsWith("int")
            ? Number.isSafeInteger(value)
            : typeof value === "string" && !value.includes("\0");
      if (!isRight) return false;
    }
    return true;
  }

  return function checkRow(line: string): ValueRow {
    let row: unknown;
    try {
      row = JSON.parse(line);
    } catch {
      // Whatever it is, it is no row.
    }
    if (!isRow(row)) throw new SnapshotError(`A row of ${table} in the snapshot is not right`);
    const isNext = NUMBERED.has(table)
      ? row[0] === Number(last?.[0] ?? 0) + 1
      : last === undefined || compareKeys(last, row) < 0;
    if (!isNext) throw new SnapshotError(`The rows of ${table} in the snapshot are not in their order`);
    last = row;
    return row;
  };
}

/** Far more than any row: a scope has 1,000 bytes at most. */
const MAX_LINE_BYTES = 1024 * 1024;
/** Decompressing takes 16 MB at most; a file that asks for more is refused. */
const MAX_WINDOW_LOG = 24;

/** Whole lines, as many as have come, with the newline after the last of them. */
async function* readLines(file: string): AsyncGenerator<Buffer> {
  const zstd = createZstdDecompress({
    chunkSize: 256 * 1024,
    params: { [constants.ZSTD_d_windowLogMax]: MAX_WINDOW_LOG },
  });
  const source = createReadStream(file, { highWaterMark: 256 * 1024 });
  source.on("error", (error) => zstd.destroy(error));
  source.pipe(zstd);
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of zstd as AsyncIterable<Buffer>) {
      const end = chunk.lastIndexOf(NEWLINE) + 1;
      if (end > 0) yield Buffer.concat([rest, chunk.subarray(0, end)]);
      rest = end > 0 ? Buffer.from(chunk.subarray(end)) : Buffer.concat([rest, chunk]);
      if (rest.length > MAX_LINE_BYTES) throw new SnapshotError("A line of the snapshot is far too long");
    }
  } catch (error) {
    throw toUnreadable(error);
  } finally {
    source.destroy();
    zstd.destroy();
  }
  if (rest.length > 0) throw new SnapshotError("The snapshot ends in the middle of a line");
}

/** What zlib says of a file that was cut off or altered. */
function toUnreadable(error: unknown): unknown {
  const { code = "", message } = error as { code?: string; message: string };
  if (error instanceof SnapshotError || !/^(?:Z_|ZSTD_)/.test(code)) return error;
  return new SnapshotError(`The snapshot is cut off or altered: ${message}`, { cause: error });
}
