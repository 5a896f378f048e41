import { Kysely, PostgresDialect, type PostgresPoolClient } from "kysely";
import pg from "pg";

/** No caller waits longer for an answer. A process that hangs while it holds a lock loses the lock, too. */
const QUERY_TIMEOUT_MS = 15_000;

/** How a PostgreSQL connection of ours reads values: whole numbers as SQLite gives them. */
const POSTGRES_TYPES = {
  getTypeParser: ((oid: number, format: never) =>
    oid === pg.types.builtins.INT8
      ? parseInt8
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

type PreparedQuery = { name: string; text: string; values: unknown[] };

/** Connections for one kind of query: what another kind does cannot use them up. */
export type PostgresConnections<Schema> = {
  db: Kysely<Schema>;
  /** Past the query builder. The statement is prepared once for each connection, unless a pooler is in between. */
  runPrepared<R>(query: PreparedQuery): Promise<R[]>;
  close(): Promise<void>;
};

type PostgresOptions = {
  databaseUrl: string;
  maxConnections: number;
  /** Queries that take longer are ended; 0: none is. */
  queryTimeoutMs?: number;
};

/**
 * The address may be that of a pooler which gives every transaction another connection of the server. Settings are
 * then made in each transaction, since those of a connection would meet other clients, and no statement is prepared, since
 * the next transaction would not find it.
 */
export function openPostgres<Schema>(options: PostgresOptions): PostgresConnections<Schema> {
  const { databaseUrl, maxConnections, queryTimeoutMs = QUERY_TIMEOUT_MS } = options;
  const toSettings = (set: string) =>
    [
      // On a large register PostgreSQL would compile queries, which takes far longer than a query of ours
      // may.
      `${set} jit = off`,
      `${set} statement_timeout = ${queryTimeoutMs}`,
      `${set} lock_timeout = ${queryTimeoutMs}`,
      `${set} idle_in_transaction_session_timeout = ${QUERY_TIMEOUT_MS}`,
    ].join("; ");
  /** Connections that lead through a pooler, as they are used. */
  const pooled = new WeakMap<object, PostgresPoolClient>();
  const pool = createPostgresPool({
    connectionString: databaseUrl,
    max: maxConnections,
    // Never shorter than the server's own limit, after which the connection is still of use.
    query_timeout: queryTimeoutMs === 0 ? 0 : QUERY_TIMEOUT_MS,
    // Not in the connection's parameters, which poolers refuse. The pool hands the connection out only after this.
    onConnect: async (client) => {
      if (await isPooled(client)) pooled.set(client, beginWith(client, toSettings("set local")));
      else await client.query(toSettings("set"));
    },
  });

  async function connect(): Promise<PostgresPoolClient> {
    const client = await pool.connect();
    return pooled.get(client) ?? client;
  }

  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: { connect, end: () => pool.end(), options: pool.options } }),
  });
  return {
    db,
    async runPrepared<R>(query: PreparedQuery) {
      const client = await pool.connect();
      let isBroken = true;
      try {
        const { rows } = await (pooled.get(client)?.query<R>(query.text, query.values) ??
          client.query(query));
        isBroken = false;
        return rows as R[];
      } finally {
        client.release(isBroken);
      }
    },
    close: () => db.destroy(),
  };
}

/** Connections without limits of their own, for callers that set them in each transaction. */
export function createPostgresPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: POSTGRES_TYPES,
    ...config,
  });
  // The pool replaces a broken connection, and a query on it fails by itself. Without a listener the error event
  // would end the process, and the pool itself listens only while the connection is idle.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** A pooler gives its clients numbers of its own, to cancel queries by; a server gives that of its process. */
async function isPooled(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid !== (client as { processID?: number | null }).processID;
}

const BEGINS = /^(?:begin|start transaction)\b/;

/** A connection on which every statement runs in a transaction with these settings: its own, if there is none yet. */
function beginWith(client: pg.ClientBase, settings: string): PostgresPoolClient {
  async function query(text: string, values: unknown[]): Promise<pg.QueryResult> {
    if (client.getTransactionStatus() !== "I") return await client.query(text, values);
    if (BEGINS.test(text)) return await client.query(text).then(() => client.query(settings));
    await client.query(`begin; ${settings}`);
    try {
      const result = await client.query(text, values);
      await client.query("commit");
      return result;
    } catch (error) {
      await client.query("rollback").catch(() => {});
      throw error;
    }
  }
  return {
    // Kysely's cursors, the other overload, are not used.
    query: query as never,
    release: (isBroken) => (client as pg.PoolClient).release(isBroken),
  };
}

/** Whole numbers come as numbers, as SQLite gives them; only what does not fit stays a bigint. */
function parseInt8(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}
