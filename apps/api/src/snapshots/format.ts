import { z } from "zod";
import { REPLAYED_TABLES, TABLES, type TableName } from "../index/schema.ts";

/**
 * A snapshot is NDJSON, compressed by zstd: a header, then the tables, each after a line that names it, and a trailer.
 * A row is an array of its values in the order of the table's columns; rows come in the order of their key, text by
 * its bytes. Nothing in it depends on the database engine, the machine or the time of writing.
 */
const FORMAT = "agent-registry-index";
const VERSION = 1;

/** Hashes of blocks are no table of it: it is of one final block, which the header names. */
export const SNAPSHOT_TABLES = REPLAYED_TABLES.filter((table) => table !== "blocks");
export type SnapshotTable = Exclude<(typeof REPLAYED_TABLES)[number], "blocks">;

export type Value = string | number | null;
/** The values of a row in the order of the table's columns. */
export type ValueRow = Value[];

const Count = z.number().int().nonnegative();
const Hash = z.string().regex(/^0x[0-9a-f]{64}$/);

const HeaderSchema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  chainId: Count,
  /** In lower case. */
  registryAddress: z.string().regex(/^0x[0-9a-f]{40}$/),
  genesisHash: Hash,
  startBlock: Count,
  block: z.strictObject({ number: Count, hash: Hash, timestamp: Count }),
  /** The last filing and the last agent up to and including this block. */
  lastSequence: Count,
  lastAgentId: Count,
});
export type SnapshotHeader = z.output<typeof HeaderSchema>;

const TrailerSchema = z.strictObject({
  counts: z.strictObject(Object.fromEntries(SNAPSHOT_TABLES.map((table) => [table, Count]))),
  /** Of all lines before this one, uncompressed. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type SnapshotTrailer = { counts: Record<SnapshotTable, number>; sha256: string };

/** What is wrong with a snapshot, or with taking or restoring one, in words for the operator. */
export class SnapshotError extends Error {
  override name = "SnapshotError";
}

export const columnsOf = (table: TableName): string[] => Object.keys(TABLES[table].columns);

export const toHeaderLine = (header: Omit<SnapshotHeader, "format" | "version">): string =>
  toLine(HeaderSchema.parse({ format: FORMAT, version: VERSION, ...header }));

/** Without its newline. */
export const toRowLine = (row: ValueRow): string => JSON.stringify(row);

export const toTableLine = (table: SnapshotTable): string => toLine({ table, columns: columnsOf(table) });

export const toTrailerLine = (trailer: SnapshotTrailer): string => toLine(trailer);

export const TRAILER_START = '{"counts":';

export function parseHeader(line: string): SnapshotHeader {
  const header = parseJson(line);
  const { format, version } = (header ?? {}) as { format?: unknown; version?: unknown };
  if (format !== FORMAT) throw new SnapshotError("This is no snapshot of an index");
  if (version !== VERSION)
    throw new SnapshotError(`The snapshot has version ${String(version)} of the format; this is ${VERSION}`);
  const parsed = HeaderSchema.safeParse(header);
  if (!parsed.success) throw new SnapshotError("The snapshot's header is not right");
  return parsed.data;
}

export function parseTrailer(line: string): SnapshotTrailer {
  const parsed = TrailerSchema.safeParse(parseJson(line));
  if (!parsed.success) throw new SnapshotError("The snapshot's last line is not right");
  return parsed.data as SnapshotTrailer;
}

function toLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Compares rows of a table by their keys, as both engines sort them. */
export function createKeyComparison(table: SnapshotTable): (a: ValueRow, b: ValueRow) => number {
  const columns = columnsOf(table);
  const places = TABLES[table].key.map((column) => columns.indexOf(column));
  return function compareKeys(a, b) {
    for (const place of places) {
      const [left, right] = [a[place], b[place]];
      if (left === right) continue;
      if (typeof left === "number" && typeof right === "number") return left - right;
      // By bytes: JavaScript compares by UTF-16, which sorts characters beyond the first 65,536 elsewhere.
      return Buffer.compare(Buffer.from(String(left)), Buffer.from(String(right)));
    }
    return 0;
  };
}
