import { POSTGRES_TYPES } from "@agent-registry/service";
import pg from "pg";
import { type Row, TABLES, type TableName } from "../schema.ts";
import {
  type LeaderSession,
  LostLeadership,
  type RowKey,
  type TryLead,
  type WriteOp,
} from "./leader-session.ts";

/** Any number, as long as all our processes use the same. Locks are per database. */
const LOCK_KEY = 7_265_103_941;

/** A machine that vanishes loses the lock within half a minute; with the system's defaults it takes hours. */
const KEEPALIVE_SETTINGS =
  "set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3";

/**
 * Leadership over a PostgreSQL index is a session-level advisory lock. The leader writes only through the
 * connection that holds the lock: if the connection is gone, it can neither lead nor write. The leader term
 * covers the rest, such as a pooler that swaps connections.
 */
export function createPostgresLeader({ databaseUrl }: { databaseUrl: string }): TryLead {
  return async function tryLead() {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      application_name: "agent-registry-index",
      types: POSTGRES_TYPES,
    });
    // Without a listener the event would end the process; the next query fails by itself.
    client.on("error", () => {});
    try {
      await client.connect();
      await client.query(KEEPALIVE_SETTINGS);
      const { rows } = await client.query("select pg_try_advisory_lock($1) as is_mine", [LOCK_KEY]);
      if (rows[0]?.is_mine !== true) {
        await client.end();
        return null;
      }
      return await createSession(client);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  };
}

async function createSession(client: pg.Client): Promise<LeaderSession> {
  const taken = await client.query(
    "update sync_state set leader_term = leader_term + 1 returning leader_term",
  );
  const term = taken.rows[0]?.leader_term;

  async function query(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    try {
      return (await client.query(text, values)).rows;
    } catch (error) {
      if (error instanceof pg.DatabaseError && !isConnectionLoss(error)) throw error;
      throw new LostLeadership("The connection to the database is gone", { cause: error });
    }
  }

  return {
    async load<T extends TableName, C extends keyof Row<T> & string>(
      table: T,
      keys: RowKey[],
      columns: readonly C[],
    ) {
      if (keys.length === 0) return [];
      const key = [...TABLES[table].key];
      const joined = key.map((c) => `t.${c} = k.${c}`).join(" and ");
      const wanted = columns.map((c) => `t.${c}`).join(", ");
      const text = `select ${wanted} from ${table} t join ${unnest(table, key)} on ${joined}`;
      return (await query(text, toArrays(keys, key))) as Pick<Row<T>, C>[];
    },

    async transact(ops) {
      await query("begin");
      try {
        const [state] = await query("select leader_term from sync_state for update");
        if (state?.leader_term !== term) throw new LostLeadership("Another process indexes this database");
        for (const op of ops) await runOp(query, op);
        await query("commit");
      } catch (error) {
        if (!(error instanceof LostLeadership)) await query("rollback");
        throw error;
      }
    },

    async release() {
      await client.end().catch(() => {});
    },
  };
}

/** Classes 08 and 57P: the connection broke, or the server is shutting it down. */
function isConnectionLoss({ code }: pg.DatabaseError): boolean {
  return code?.startsWith("08") === true || code?.startsWith("57P") === true;
}

type Query = (text: string, values?: unknown[]) => Promise<unknown>;

async function runOp(query: Query, op: WriteOp): Promise<void> {
  const { table } = op;
  const key = [...TABLES[table].key];
  const matches = key.map((column) => `${table}.${column} = k.${column}`).join(" and ");
  switch (op.op) {
    case "insert":
    case "upsert": {
      if (op.rows.length === 0) return;
      const names = Object.keys(TABLES[table].columns);
      const others = names.filter((name) => !key.includes(name as never));
      const sets = others.map((name) => `${name} = excluded.${name}`).join(", ");
      const conflict = op.op === "insert" ? "" : ` on conflict (${key.join(", ")}) do update set ${sets}`;
      const text = `insert into ${table} (${names.join(", ")}) select * from ${unnest(table, names)}${conflict}`;
      return void (await query(text, toArrays(op.rows, names)));
    }
    case "update": {
      if (op.rows.length === 0) return;
      const names = [...key, ...op.columns];
      const sets = op.columns.map((name) => `${name} = k.${name}`).join(", ");
      const text = `update ${table} set ${sets} from ${unnest(table, names)} where ${matches}`;
      return void (await query(text, toArrays(op.rows, names)));
    }
    case "delete":
      if (op.keys.length === 0) return;
      return void (await query(
        `delete from ${table} using ${unnest(table, key)} where ${matches}`,
        toArrays(op.keys, key),
      ));
    case "delete-above":
      return void (await query(`delete from ${table} where ${op.column} > $1`, [op.limit]));
    case "delete-below":
      return void (await query(`delete from ${table} where ${op.column} < $1`, [op.limit]));
    case "clear":
      return void (await query(`truncate ${table}`));
  }
}

/** One array for each column: a bulk write is one statement with as many parameters as columns. */
function unnest(table: TableName, columns: string[]): string {
  const types: Record<string, string> = TABLES[table].columns;
  const arrays = columns.map(
    (column, i) => `$${i + 1}::${types[column]?.startsWith("int") ? "bigint" : "text"}[]`,
  );
  return `unnest(${arrays.join(", ")}) as k(${columns.join(", ")})`;
}

function toArrays(rows: object[], columns: string[]): unknown[][] {
  return columns.map((column) => rows.map((row) => (row as Record<string, unknown>)[column] ?? null));
}
