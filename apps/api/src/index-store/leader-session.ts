import type { Row, TableName } from "./schema.ts";

export type RowKey = Record<string, string | number>;

/** One bulk write. A transaction is a list of these, so that both engines can run it their own way. */
export type WriteOp = {
  [T in TableName]:
    | { op: "insert" | "upsert"; table: T; rows: Row<T>[] }
    /** Writes the named columns of rows that exist. */
    | { op: "update"; table: T; rows: Partial<Row<T>>[]; columns: (keyof Row<T> & string)[] }
    | { op: "delete"; table: T; keys: RowKey[] }
    | { op: "delete-above" | "delete-below"; table: T; column: keyof Row<T> & string; limit: number }
    | { op: "clear"; table: T };
}[TableName];

/** Another process has taken over, or the connection that proves otherwise is gone. */
export class LostLeadership extends Error {}

/** The right to write the index, held by one process at a time. */
export type LeaderSession = {
  /** The rows with these keys that exist. */
  load<T extends TableName, C extends keyof Row<T> & string>(
    table: T,
    keys: RowKey[],
    columns: readonly C[],
  ): Promise<Pick<Row<T>, C>[]>;
  /** All or nothing. Throws `LostLeadership` where the right was lost in between. */
  transact(ops: WriteOp[]): Promise<void>;
  release(): Promise<void>;
};

/** Null while another process holds the right. */
export type TryLead = () => Promise<LeaderSession | null>;
