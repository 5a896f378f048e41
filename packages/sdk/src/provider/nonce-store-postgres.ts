import { stringToHex } from "viem";
import { systemNow } from "../system-now.ts";
import {
  MAX_CLOCK_DIFFERENCE_SECONDS,
  MAX_NONCES_PER_WALLET,
  type NonceStore,
  parseTaking,
} from "./nonce-store.ts";
import { requirePositive } from "./require-positive.ts";

/** What is used of a `Pool` of `pg`, so that this package does not depend on it. */
type PostgresPool = {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
};

type Options = {
  pool: PostgresPool;
  /** The table, with its schema if need be. Created at the first use unless it exists. */
  table?: string;
  maxPerWallet?: number;
  /** Seconds since the epoch. */
  now?: () => number;
};

/** Each second, at most this many expired nonces are deleted by each process. */
const PRUNE_BATCH = 5_000;
/** Processes that create the table at the same moment wait for one another by this lock. Its number is arbitrary. */
const CREATION_LOCK = 7_264_519_031n;

/**
 * Nonces in PostgreSQL, for providers that run as several processes, or that serve agents at once after a restart.
 *
 * @example
 * const nonceStore = createPostgresNonceStore({ pool: new pg.Pool({ connectionString }) });
 * app.use(requireCompliantAgent({ registry, hosts, nonceStore }));
 */
export function createPostgresNonceStore(options: Options): NonceStore {
  const { pool, now = systemNow } = options;
  const table = requireTableName(options.table ?? "agent_request_nonces");
  const maxPerWallet = requirePositive(options, { name: "maxPerWallet", byDefault: MAX_NONCES_PER_WALLET });
  const sql = toStatements(table);
  let prepared: Promise<void> | undefined;
  let prunedAt = Number.NEGATIVE_INFINITY;
  let isPruning = false;

  async function prepare(): Promise<void> {
    try {
      const { rows } = await pool.query("SELECT to_regclass($1) IS NOT NULL AS exists", [table]);
      // Not by IF NOT EXISTS alone, which asks for the right to create tables even if the table exists.
      if (rows[0]?.exists !== true) await pool.query(sql.create);
    } catch (error) {
      prepared = undefined;
      throw error;
    }
  }

  async function prune(time: number): Promise<void> {
    if (isPruning || time <= prunedAt) return;
    isPruning = true;
    prunedAt = time;
    try {
      await pool.query(sql.prune, [PRUNE_BATCH]);
    } catch {
      // Tried again at one of the next requests. Until then the bound of each wallet holds.
    } finally {
      isPruning = false;
    }
  }

  return {
    async take({ wallet, nonce, takeableFrom, expiresAt }) {
      const time = now();
      const ttlSeconds = expiresAt - time;
      // It may have been pruned already.
      if (ttlSeconds <= 0) return "used";
      prepared ??= prepare();
      await prepared;
      const rememberedFrom = time + MAX_CLOCK_DIFFERENCE_SECONDS;
      const values = [
        wallet.slice(2),
        stringToHex(nonce).slice(2),
        ttlSeconds,
        maxPerWallet,
        takeableFrom,
        rememberedFrom,
      ];
      const { rows } = await pool.query(sql.take, values);
      // The request does not wait for it.
      void prune(time);
      return parseTaking(rows[0]?.taking);
    },
  };
}

function requireTableName(table: string): string {
  if (/^([a-z_][a-z0-9_]{0,49}\.)?[a-z_][a-z0-9_]{0,49}$/.test(table)) return table;
  throw new RangeError(`table must be a name in lower case, with or without a schema: ${table}`);
}

function toStatements(table: string) {
  return {
    // Several statements in one query are one transaction, which holds the lock to its end.
    create: `
      SELECT pg_advisory_xact_lock(${CREATION_LOCK});
      CREATE TABLE IF NOT EXISTS ${table} (
        wallet bytea NOT NULL,
        nonce bytea NOT NULL,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (wallet, nonce)
      );
      CREATE INDEX IF NOT EXISTS ${table.split(".").at(-1)}_expires_at ON ${table} (expires_at)`,
    // Of several processes the primary key lets one insert. The time to live counts on the server's clock, so that
    // it does not matter whether the clocks of server and process agree. The row without a wallet says since when
    // the table remembers; it is missing from a table that is new, or was emptied.
    take: `
      WITH written AS (
        SELECT expires_at FROM ${table} WHERE wallet = '' AND nonce = ''
      ), beginning AS (
        INSERT INTO ${table} (wallet, nonce, expires_at)
        SELECT '', '', to_timestamp($6) WHERE NOT EXISTS (SELECT FROM written)
        ON CONFLICT DO NOTHING
      ), state AS (
        SELECT
          (SELECT count(*) FROM (
            SELECT FROM ${table} WHERE wallet = decode($1, 'hex') LIMIT $4
          ) AS nonces) < $4 AS has_room,
          to_timestamp($5) > coalesce((SELECT expires_at FROM written), to_timestamp($6)) AS is_remembered
      ), taken AS (
        INSERT INTO ${table} (wallet, nonce, expires_at)
        SELECT decode($1, 'hex'), decode($2, 'hex'), clock_timestamp() + $3 * interval '1 second'
        FROM state WHERE has_room AND is_remembered
        ON CONFLICT DO NOTHING
        RETURNING nonce
      )
      SELECT CASE
        WHEN EXISTS (SELECT FROM taken) THEN 'taken'
        WHEN EXISTS (
          SELECT FROM ${table} WHERE wallet = decode($1, 'hex') AND nonce = decode($2, 'hex')
        ) THEN 'used'
        WHEN NOT is_remembered THEN 'unknown'
        WHEN NOT has_room THEN 'full'
        -- Another process has taken it since this statement began.
        ELSE 'used'
      END AS taking
      FROM state`,
    // Several processes prune at once, each other rows.
    prune: `
      DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${table} WHERE expires_at < clock_timestamp() AND wallet <> ''
        ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED
      ))`,
  };
}
