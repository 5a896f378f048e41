import type { Engine } from "@agent-registry/service";
import type { Row, TableName } from "../schema.ts";

export type RowKey = Record<string, string | number>;

/**
 * How the index stands, for the processes that only read. Moments are given by their age and stored on the
 * database's clock; an age that is not known leaves the moment that is there.
 */
export type PublishOp = {
  op: "publish";
  table: "sync_status";
  values: Pick<
    Row<"sync_status">,
    "head_block" | "head_timestamp" | "is_caught_up" | "problem" | "nodes_disagree" | "hashes_unchecked"
  >;
  agesMs: Record<"answered_at_ms" | "caught_up_at_ms" | "compared_at_ms" | "published_at_ms", number | null>;
};

/** One bulk write. A transaction is a list of these, which each engine runs in its own way. */
export type WriteOp =
  | {
      [T in TableName]:
        | { op: "insert" | "upsert"; table: T; rows: Row<T>[] }
        /** Writes the named columns of rows that exist. */
        | { op: "update"; table: T; rows: Partial<Row<T>>[]; columns: (keyof Row<T> & string)[] }
        | { op: "delete"; table: T; keys: RowKey[] }
        | { op: "delete-above" | "delete-below"; table: T; column: keyof Row<T> & string; limit: number }
        | { op: "clear"; table: T };
    }[TableName]
  | PublishOp;

/** Another process leads now, or this one has given the leadership up. */
export class LostLeadership extends Error {}

/** The leadership: only the process that holds it may write the index. */
export type LeaderSession = {
  /** The rows with these keys that exist. */
  load<T extends TableName, C extends keyof Row<T> & string>(
    table: T,
    keys: RowKey[],
    columns: readonly C[],
  ): Promise<Pick<Row<T>, C>[]>;
  /** All or nothing, and renews the lease. Throws `LostLeadership` if another process leads by now. */
  transact(ops: WriteOp[]): Promise<void>;
  /** Others may lead from now on; this session writes nothing more. */
  release(): Promise<void>;
};

/**
 * One process at a time leads: the one that took the lease last. A lease that is not renewed runs out, so that
 * a leader that hangs is replaced. The term keeps it from writing afterwards: taking the lease raises the term,
 * and every transaction begins by renewing the lease of its own term, which locks the row until its end.
 */
export type Leader = {
  /** Whether `tryLead` may succeed; asks little of the database. */
  isFree(): Promise<boolean>;
  /** Null while another process leads, or if the lease has been free for less than `freeForMs`. */
  tryLead(options: { freeForMs: number }): Promise<LeaderSession | null>;
  close(): Promise<void>;
};

/** SQLite's numbers for a unique index and for a primary key, and PostgreSQL's code for both. */
const SQLITE_CODES: unknown[] = [2067, 1555];
const POSTGRES_CODE = "23505";

/** Whether a database refused a row because another one has the same key. */
export function isUniqueViolation(error: unknown): boolean {
  const { errcode, code } = error as { errcode?: unknown; code?: unknown };
  return code === POSTGRES_CODE || SQLITE_CODES.includes(errcode);
}

/**
 * Milliseconds since the epoch on the database's clock, as SQL. Whatever processes on several machines compare
 * with each other is measured on it, since the machines' own clocks may differ.
 */
export const DATABASE_NOW_MS: Record<Engine, string> = {
  // Not `now()`, which stands still within a transaction.
  postgres: "(extract(epoch from clock_timestamp()) * 1000)::bigint",
  sqlite: "cast(unixepoch('subsec') * 1000 as integer)",
};
