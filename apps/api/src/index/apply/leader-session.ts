import type { Engine } from "@agent-registry/service";
import { type Row, TABLES, type TableName } from "../schema.ts";
import { ADD_TO_SEARCH, toSearchRows } from "../stored-values.ts";

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

/** For `rows`, of each row the values of `columns` are the parameters; otherwise `values` are. */
export type Statement =
  | { text: string; columns: readonly string[]; rows: readonly object[] }
  | { text: string; values: readonly string[] };

/** A write as SQL. SQLite runs a statement once for each row; PostgreSQL takes all rows at once, as the table `k`. */
export function toStatements(engine: Engine, op: WriteOp): Statement[] {
  const { table } = op;
  const key: readonly string[] = TABLES[table].key;
  const own = (column: string) => `${table}.${column}`;
  const given = (column: string) => (engine === "sqlite" ? "?" : `k.${column}`);
  const listed = (word: "from" | "using", columns: readonly string[]) =>
    engine === "sqlite" ? "" : ` ${word} ${unnest(table, columns)}`;
  const matches = key.map((column) => `${own(column)} = ${given(column)}`).join(" and ");
  const isSearched = table === "agents";

  switch (op.op) {
    case "publish": {
      const [columns, moments] = [Object.keys(op.values), Object.keys(op.agesMs)];
      const toMoment = (column: string) =>
        `coalesce(${DATABASE_NOW_MS[engine]} - ${given(column)}, ${own(column)})`;
      const sets = [
        ...columns.map((column) => `${column} = ${given(column)}`),
        ...moments.map((column) => `${column} = ${toMoment(column)}`),
      ];
      const all = [...columns, ...moments];
      const text = `update ${table} set ${sets.join(", ")}${listed("from", all)}`;
      return [{ text, columns: all, rows: [{ ...op.values, ...op.agesMs }] }];
    }
    case "insert":
    case "upsert": {
      const columns = Object.keys(TABLES[table].columns);
      const rows =
        engine === "sqlite"
          ? `values (${columns.map(given).join(", ")})`
          : `select * from ${unnest(table, columns)}`;
      // Stryker disable next-line MethodExpression: A key that is overwritten with itself stays as it is. It only takes longer.
      const changing = columns.filter((column) => !key.includes(column));
      const sets = changing.map((column) => `${column} = excluded.${column}`).join(", ");
      const conflict = op.op === "insert" ? "" : ` on conflict (${key.join(", ")}) do update set ${sets}`;
      const text = `insert into ${table} (${columns.join(", ")}) ${rows}${conflict}`;
      const written = { text, columns, rows: op.rows };
      if (op.table !== "agents" || op.rows.length === 0) return [written];
      return [written, { text: ADD_TO_SEARCH[engine], values: [toSearchRows(op.rows)] }];
    }
    case "update": {
      const columns = [...op.columns, ...key];
      const sets = op.columns.map((column) => `${column} = ${given(column)}`).join(", ");
      const text = `update ${table} set ${sets}${listed("from", columns)} where ${matches}`;
      return [{ text, columns, rows: op.rows }];
    }
    case "delete": {
      const written = { columns: key, rows: op.keys };
      const text = `delete from ${table}${listed("using", key)} where ${matches}`;
      if (!isSearched) return [{ text, ...written }];
      const number = engine === "sqlite" ? "rowid" : "agent_search.agent_id";
      const search = `delete from agent_search${listed("using", key)} where ${number} = ${given("agent_id")}`;
      return [
        { text, ...written },
        { text: search, ...written },
      ];
    }
    case "delete-above":
    case "delete-below": {
      const columns = [op.column];
      const isBeyond = `${own(op.column)} ${op.op === "delete-above" ? ">" : "<"} ${given(op.column)}`;
      const text = `delete from ${table}${listed("using", columns)} where ${isBeyond}`;
      return [{ text, columns, rows: [{ [op.column]: op.limit }] }];
    }
    case "clear": {
      const search = isSearched ? ["insert into agent_search (agent_search) values ('delete-all')"] : [];
      const truncate = `truncate ${isSearched ? "agents, agent_search" : table}`;
      const texts = engine === "sqlite" ? [`delete from ${table}`, ...search] : [truncate];
      return texts.map((text) => ({ text, values: [] }));
    }
  }
}

/** One array for each column: a bulk write is one statement with as many parameters as columns. */
export function unnest(table: TableName, columns: readonly string[]): string {
  const types: Record<string, string> = TABLES[table].columns;
  const arrays = columns.map(
    (column, i) => `$${i + 1}::${String(types[column]).startsWith("int") ? "bigint" : "text"}[]`,
  );
  return `unnest(${arrays.join(", ")}) as k(${columns.join(", ")})`;
}
