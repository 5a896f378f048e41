import { createPostgresPool } from "@agent-registry/service";
import type pg from "pg";
import { type Row, TABLES, type TableName } from "../schema.ts";
import {
  DATABASE_NOW_MS,
  type Leader,
  type LeaderSession,
  LostLeadership,
  type RowKey,
  type Statement,
  toStatements,
  unnest,
  type WriteOp,
} from "./leader-session.ts";

const NOW_MS = DATABASE_NOW_MS.postgres;
/** One for a transaction, one for the status that is published beside it, one for what is loaded. */
const MAX_CONNECTIONS = 3;
const QUERY_TIMEOUT_MS = 30_000;
const LOCK_TIMEOUT_MS = 15_000;

const FIND_FREE = `select 1 from sync_state where lease_until_ms <= ${NOW_MS}`;
// A leader that hangs inside its transaction has locked the row. It is passed over, and taken in a later try, once
// the server has ended that transaction.
const TAKE = `update sync_state set leader_term = leader_term + 1, lease_until_ms = ${NOW_MS} + $1::bigint
  where id in (select id from sync_state where lease_until_ms + $2::bigint <= ${NOW_MS} for update skip locked)
  returning leader_term`;
const RENEW = `update sync_state set lease_until_ms = ${NOW_MS} + $1::bigint where leader_term = $2`;
const RELEASE = `update sync_state set lease_until_ms = ${NOW_MS} where leader_term = $1`;

/**
 * Leadership over a PostgreSQL index is a lease in its table. Nothing of it belongs to a connection, so that it
 * works through a pooler that gives every transaction another connection.
 */
export function createPostgresLeader(options: { databaseUrl: string; leaseMs: number }): Leader {
  const { databaseUrl, leaseMs } = options;
  const pool = createPostgresPool({
    connectionString: databaseUrl,
    max: MAX_CONNECTIONS,
    query_timeout: QUERY_TIMEOUT_MS,
    application_name: "agent-registry-index",
  });

  return {
    isFree: async () => (await pool.query(FIND_FREE)).rowCount === 1,
    async tryLead({ freeForMs }) {
      const { rows } = await pool.query(TAKE, [leaseMs, freeForMs]);
      const term = rows[0]?.leader_term;
      return term === undefined ? null : createSession({ pool, term, leaseMs });
    },
    close: () => pool.end(),
  };
}

type SessionOptions = { pool: pg.Pool; term: number; leaseMs: number };

function createSession({ pool, term, leaseMs }: SessionOptions): LeaderSession {
  let isReleased = false;
  // For this transaction alone: a setting of the connection would be lost in a pooler, or meet other clients. The
  // server ends the transaction of a leader that hangs in it.
  const begin = `begin; set local idle_in_transaction_session_timeout = ${leaseMs};
    set local lock_timeout = ${LOCK_TIMEOUT_MS}; set local statement_timeout = ${QUERY_TIMEOUT_MS}`;

  async function write(client: pg.PoolClient, ops: WriteOp[]): Promise<void> {
    await client.query(begin);
    const { rowCount } = await client.query(RENEW, [leaseMs, term]);
    // Asked after the row is locked: a release waits for the lock, so nothing is written after it.
    if (rowCount !== 1 || isReleased) throw new LostLeadership("Another process indexes this database");
    for (const statement of ops.flatMap((op) => toStatements("postgres", op))) await run(client, statement);
    await client.query("commit");
  }

  return {
    load: createPostgresLoad((text, values) => pool.query(text, values)),

    async transact(ops) {
      const client = await pool.connect();
      // A connection on which not even the rollback works is thrown away.
      let isBroken = false;
      try {
        await write(client, ops);
      } catch (error) {
        await client.query("rollback").catch(() => {
          isBroken = true;
        });
        throw error;
      } finally {
        client.release(isBroken);
      }
    },

    async release() {
      isReleased = true;
      // If the database is out of reach, the lease runs out by itself.
      await pool.query(RELEASE, [term]).catch(() => {});
    },
  };
}

/** Loads all rows by one query. */
export function createPostgresLoad(
  query: (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>,
): LeaderSession["load"] {
  return async function load<T extends TableName, C extends keyof Row<T> & string>(
    table: T,
    keys: RowKey[],
    columns: readonly C[],
  ) {
    // Stryker disable next-line ConditionalExpression: A query for no keys finds nothing. It only costs a round trip.
    if (keys.length === 0) return [];
    const key = [...TABLES[table].key];
    const joined = key.map((c) => `t.${c} = k.${c}`).join(" and ");
    const wanted = columns.map((c) => `t.${c}`).join(", ");
    const text = `select ${wanted} from ${table} t join ${unnest(table, key)} on ${joined}`;
    return (await query(text, toArrays(keys, key))).rows as Pick<Row<T>, C>[];
  };
}

async function run(client: pg.PoolClient, statement: Statement): Promise<void> {
  if ("values" in statement) await client.query(statement.text, [...statement.values]);
  // Stryker disable next-line ConditionalExpression: A statement with no rows writes nothing. It only costs a round trip.
  else if (statement.rows.length > 0)
    await client.query(statement.text, toArrays(statement.rows, statement.columns));
}

function toArrays(rows: readonly object[], columns: readonly string[]): unknown[][] {
  return columns.map((column) => rows.map((row) => (row as Record<string, unknown>)[column] ?? null));
}
