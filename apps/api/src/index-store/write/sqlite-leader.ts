import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { trySqliteLock } from "@agent-registry/service";
import { type Row, TABLES, type TableName } from "../schema.ts";
import { FEED_SEARCH_TABLE } from "../search-table.ts";
import {
  type LeaderSession,
  LostLeadership,
  type RowKey,
  type TryLead,
  type WriteOp,
} from "./leader-session.ts";

/**
 * Leadership over a SQLite index is the exclusive lock on a small file beside it: the system frees it
 * when the process ends, even if it is killed.
 */
export function createSqliteLeader(options: { sqlite: DatabaseSync; lockFile: string }): TryLead {
  const { sqlite, lockFile } = options;
  return async function tryLead() {
    const lock = trySqliteLock(lockFile);
    if (lock === null) return null;
    // A back-fill writes all over the tables: a larger cache and fewer checkpoints of the log make it faster.
    sqlite.exec("PRAGMA cache_size = -24576; PRAGMA wal_autocheckpoint = 4000");
    sqlite.exec("update sync_state set leader_term = leader_term + 1");
    return createSession({ sqlite, lock });
  };
}

function createSession({ sqlite, lock }: { sqlite: DatabaseSync; lock: { release(): void } }): LeaderSession {
  const statements = createStatements(sqlite);
  const readTerm = sqlite.prepare("select leader_term from sync_state");
  const term = readTerm.get()?.leader_term;

  return {
    async load<T extends TableName, C extends keyof Row<T> & string>(
      table: T,
      keys: RowKey[],
      columns: readonly C[],
    ) {
      const key = TABLES[table].key;
      const where = key.map((column) => `${column} = ?`).join(" and ");
      const select = statements(`select ${columns.join(", ")} from ${table} where ${where}`);
      const rows: Pick<Row<T>, C>[] = [];
      // In one transaction, since each query on its own would lock and unlock the file.
      sqlite.exec("begin");
      try {
        for (const wanted of keys) {
          const row = select.get(...key.map((column) => wanted[column] ?? null));
          if (row !== undefined) rows.push(row as Pick<Row<T>, C>);
        }
      } finally {
        sqlite.exec("commit");
      }
      return rows;
    },

    // Nothing is awaited from begin to commit: a query on the same connection sees all of the change or
    // nothing.
    async transact(ops) {
      sqlite.exec("begin immediate");
      try {
        if (readTerm.get()?.leader_term !== term)
          throw new LostLeadership("Another process indexes this database");
        for (const op of ops) runOp(statements, op);
        sqlite.exec("commit");
      } catch (error) {
        sqlite.exec("rollback");
        throw error;
      }
    },

    async release() {
      lock.release();
    },
  };
}

type Statements = (sql: string) => StatementSync;

function createStatements(sqlite: DatabaseSync): Statements {
  const prepared = new Map<string, StatementSync>();
  return function statement(sql) {
    let found = prepared.get(sql);
    if (found === undefined) {
      found = sqlite.prepare(sql);
      prepared.set(sql, found);
    }
    return found;
  };
}

function runOp(statements: Statements, op: WriteOp): void {
  const { key, columns } = TABLES[op.table];
  const where = key.map((column) => `${column} = ?`).join(" and ");
  switch (op.op) {
    case "insert":
    case "upsert": {
      const names = Object.keys(columns);
      const places = names.map(() => "?").join(", ");
      const sets = names
        .filter((name) => !key.includes(name as never))
        .map((name) => `${name} = excluded.${name}`);
      const conflict =
        op.op === "insert" ? "" : ` on conflict (${key.join(", ")}) do update set ${sets.join(", ")}`;
      runEach(
        statements(`insert into ${op.table} (${names.join(", ")}) values (${places})${conflict}`),
        op.rows,
        names,
      );
      if (op.table === "agents" && op.rows.length > 0) {
        const ids = op.rows.map(({ agent_id }) => agent_id);
        statements(FEED_SEARCH_TABLE).run(Math.min(...ids), Math.max(...ids));
      }
      break;
    }
    case "update": {
      const sets = op.columns.map((column) => `${column} = ?`).join(", ");
      runEach(statements(`update ${op.table} set ${sets} where ${where}`), op.rows, [...op.columns, ...key]);
      break;
    }
    case "delete":
      runEach(statements(`delete from ${op.table} where ${where}`), op.keys, [...key]);
      break;
    case "delete-above":
      statements(`delete from ${op.table} where ${op.column} > ?`).run(op.limit);
      break;
    case "delete-below":
      statements(`delete from ${op.table} where ${op.column} < ?`).run(op.limit);
      break;
    case "clear":
      statements(`delete from ${op.table}`).run();
  }
}

function runEach(statement: StatementSync, rows: object[], columns: string[]): void {
  const values: SQLInputValue[] = new Array(columns.length);
  for (const row of rows as Record<string, SQLInputValue>[]) {
    for (let i = 0; i < columns.length; i += 1) values[i] = row[columns[i] as string] ?? null;
    statement.run(...values);
  }
}
