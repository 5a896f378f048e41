import type { Row, TableName } from "../schema.ts";

export type RowKey = Record<string, string | number>;

/** One bulk write. A transaction is a list of these, which each engine runs in its own way. */
export type WriteOp = {
  [T in TableName]:
    | { op: "insert" | "upsert"; table: T; rows: Row<T>[] }
    /** Writes the named columns of rows that exist. */
    | { op: "update"; table: T; rows: Partial<Row<T>>[]; columns: (keyof Row<T> & string)[] }
    | { op: "delete"; table: T; keys: RowKey[] }
    | { op: "delete-above" | "delete-below"; table: T; column: keyof Row<T> & string; limit: number }
    | { op: "clear"; table: T };
}[TableName];

/** Another process leads now, or the connection that held the leadership is gone. */
export class LostLeadership extends Error {}

/** The leadership: only the process that holds it may write the index. */
export type LeaderSession = {
  /** The rows with these keys that exist. */
  load<T extends TableName, C extends keyof Row<T> & string>(
    table: T,
    keys: RowKey[],
    columns: readonly C[],
  ): Promise<Pick<Row<T>, C>[]>;
  /** All or nothing. Throws `LostLeadership` if another process leads by now. */
  transact(ops: WriteOp[]): Promise<void>;
  release(): Promise<void>;
};

/** Null while another process leads. */
export type TryLead = () => Promise<LeaderSession | null>;
