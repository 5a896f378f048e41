import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { isSqliteBusy, trySqliteLock } from "@agent-registry/service";
import { type Row, TABLES, type TableName } from "../schema.ts";
import {
  DATABASE_NOW_MS,
  type Leader,
  type LeaderSession,
  LostLeadership,
  type RowKey,
  type Statement,
  toStatements,
} from "./leader-session.ts";

const NOW_MS = DATABASE_NOW_MS.sqlite;
const TAKE = `update sync_state set leader_term = leader_term + 1, lease_until_ms = ${NOW_MS} + ?
  where lease_until_ms + ? <= ${NOW_MS} or ? returning leader_term`;
const RENEW = `update sync_state set lease_until_ms = ${NOW_MS} + ? where leader_term = ?`;
const RELEASE = `update sync_state set lease_until_ms = ${NOW_MS} where leader_term = ?`;

type Lock = { release(): void };

/**
 * Leadership over a SQLite index is a lease in its table, as on PostgreSQL. Besides there is an exclusive
 * lock on a small file: the system frees it when the process ends, even if it is killed, so that no process
 * has to wait for the lease of a leader that is gone. A leader that hangs keeps the lock, but not the lease.
 */
export function createSqliteLeader(options: {
  sqlite: DatabaseSync;
  lockFile: string;
  leaseMs: number;
}): Leader {
  const { sqlite, lockFile, leaseMs } = options;
  const findFree = sqlite.prepare(`select 1 from sync_state where lease_until_ms <= ${NOW_MS}`);
  const take = sqlite.prepare(TAKE);
  // A process that lost the leadership has just freed the lock itself, and the new leader has yet to take it:
  // until this time a free lock does not show that the leader is gone.
  let trustsLockFromMs = 0;
  const onLost = () => {
    trustsLockFromMs = performance.now() + leaseMs;
  };

  return {
    async isFree() {
      if (findFree.get() !== undefined) return true;
      if (performance.now() < trustsLockFromMs) return false;
      const lock = trySqliteLock(lockFile);
      lock?.release();
      return lock !== null;
    },
    async tryLead({ freeForMs }) {
      const lock = trySqliteLock(lockFile);
      const isLeaderGone = lock !== null && freeForMs === 0 && performance.now() >= trustsLockFromMs;
      let term: unknown;
      try {
        const taken = () => take.get(leaseMs, freeForMs, isLeaderGone ? 1 : 0)?.leader_term;
        term = withoutWaiting(sqlite, taken);
      } finally {
        if (term === undefined) lock?.release();
      }
      if (term === undefined) return null;
      // A back-fill writes all over the tables: a larger cache and fewer checkpoints of the log make it faster.
      // Stryker disable next-line StringLiteral: Only makes a back-fill faster.
      sqlite.exec("PRAGMA cache_size = -24576; PRAGMA wal_autocheckpoint = 4000");
      return createSession({ sqlite, lock, lockFile, term: Number(term), leaseMs, onLost });
    },
    async close() {},
  };
}

/**
 * Undefined if another process is writing. That process may have been stopped in the middle of it, and since SQLite
 * waits synchronously, every request would wait with it.
 */
function withoutWaiting<T>(sqlite: DatabaseSync, write: () => T): T | undefined {
  const { timeout } = sqlite.prepare("PRAGMA busy_timeout").get() as { timeout: number };
  sqlite.exec("PRAGMA busy_timeout = 0");
  try {
    return write();
  } catch (error) {
    if (isSqliteBusy(error)) return undefined;
    throw error;
  } finally {
    sqlite.exec(`PRAGMA busy_timeout = ${timeout}`);
  }
}

type SessionOptions = {
  sqlite: DatabaseSync;
  /** Null while a leader that hangs keeps it. */
  lock: Lock | null;
  lockFile: string;
  term: number;
  leaseMs: number;
  onLost: () => void;
};

function createSession({
  sqlite,
  lockFile,
  term,
  leaseMs,
  onLost,
  ...options
}: SessionOptions): LeaderSession {
  let { lock } = options;
  const statements = createStatements(sqlite);
  const renew = sqlite.prepare(RENEW);
  let isReleased = false;

  return {
    load: createSqliteLoad(sqlite, statements),

    // Nothing is awaited from begin to commit: a query on the same connection sees all of the change or
    // nothing.
    async transact(ops) {
      sqlite.exec("begin immediate");
      try {
        if (isReleased || Number(renew.run(leaseMs, term).changes) !== 1)
          throw new LostLeadership("Another process indexes this database");
        for (const statement of ops.flatMap((op) => toStatements("sqlite", op))) run(statements, statement);
        sqlite.exec("commit");
        lock ??= trySqliteLock(lockFile);
      } catch (error) {
        sqlite.exec("rollback");
        if (error instanceof LostLeadership && !isReleased) onLost();
        throw error;
      }
    },

    async release() {
      isReleased = true;
      try {
        sqlite.prepare(RELEASE).run(term);
      } finally {
        lock?.release();
      }
    },
  };
}

type Statements = (sql: string) => StatementSync;

function createStatements(sqlite: DatabaseSync): Statements {
  const prepared = new Map<string, StatementSync>();
  return function statement(sql) {
    let found = prepared.get(sql);
    // Stryker disable next-line ConditionalExpression: A statement that is prepared anew does the same, only later.
    if (found === undefined) {
      found = sqlite.prepare(sql);
      // Stryker disable next-line CallExpression: A statement that is prepared anew does the same, only later.
      prepared.set(sql, found);
    }
    return found;
  };
}

/** Loads row by row, of one state of the file. */
export function createSqliteLoad(
  sqlite: DatabaseSync,
  statements = createStatements(sqlite),
): LeaderSession["load"] {
  return async function load<T extends TableName, C extends keyof Row<T> & string>(
    table: T,
    keys: RowKey[],
    columns: readonly C[],
  ) {
    const key = TABLES[table].key;
    const where = key.map((column) => `${column} = ?`).join(" and ");
    const select = statements(`select ${columns.join(", ")} from ${table} where ${where}`);
    const rows: Pick<Row<T>, C>[] = [];
    // In one transaction, since each query on its own would lock and unlock the file.
    const isWithin = sqlite.isTransaction;
    if (!isWithin) sqlite.exec("begin");
    try {
      for (const wanted of keys) {
        const row = select.get(...key.map((column) => wanted[column] ?? null));
        if (row !== undefined) rows.push(row as Pick<Row<T>, C>);
      }
    } finally {
      if (!isWithin) sqlite.exec("commit");
    }
    return rows;
  };
}

function run(statements: Statements, statement: Statement): void {
  const prepared = statements(statement.text);
  if ("values" in statement) {
    prepared.run(...statement.values);
    return;
  }
  const { columns } = statement;
  // Stryker disable next-line ArrayDeclaration: Each place is written before it is read, and there is no row without a column.
  const values: SQLInputValue[] = [];
  for (const row of statement.rows as readonly Record<string, SQLInputValue>[]) {
    for (let i = 0; i < columns.length; i += 1) values[i] = row[columns[i] as string] ?? null;
    prepared.run(...values);
  }
}
