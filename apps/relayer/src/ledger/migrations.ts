import type { MigrationStep } from "@agent-registry/service";
import { sql } from "kysely";

/** The tables as first released, which `schema.ts` describes. Both engines understand the same statements. */
const TABLES = [
  // One row, which is locked while money or wallet nonces are decided about.
  "create table relay_lock (id integer primary key, taken bigint not null)",
  "insert into relay_lock (id, taken) values (1, 0)",
  `create table relay_request (digest text primary key, wallet text not null, signer text not null,
    nonce text not null, request text not null, signature text not null, state text not null,
    reserved_gwei bigint not null, tries integer not null, checked_at bigint not null,
    failed_checks integer not null default 0, check_after bigint not null default 0,
    accepted_at bigint not null, finished_at bigint, transaction_id text, transaction_hash text, result text,
    error_status integer, error text)`,
  `create table relay_transaction (id text primary key, wallet text not null, nonce bigint not null,
    digests text not null, state text not null, reserved_gwei bigint not null, created_at bigint not null,
    settled_at bigint, mined_hash text, block_number bigint, block_hash text, cost_wei text)`,
  `create table relay_attempt (hash text primary key, transaction_id text not null, raw text not null,
    max_fee_wei text not null, tip_wei text not null, created_at bigint not null)`,
  "create table relay_counter (key text primary key, started_at bigint not null, taken bigint not null)",
  "create table relay_spending (minute bigint primary key, gwei bigint not null, rest_wei bigint not null)",
];

/** The conditions of partial indexes are to the letter those of the queries that they serve (`schema.ts`). */
const INDEXES = [
  // Only one request can spend a signer's nonce: a second would be paid for and fail.
  `create unique index relay_request_one_per_nonce on relay_request (signer, nonce)
    where state in ('queued', 'sent')`,
  "create index relay_request_queue on relay_request (wallet, accepted_at) where state = 'queued'",
  "create index relay_request_transaction on relay_request (transaction_id)",
  "create index relay_request_finished on relay_request (finished_at)",
  "create index relay_transaction_state on relay_transaction (state, settled_at)",
  "create index relay_transaction_nonce on relay_transaction (wallet, nonce)",
  "create index relay_transaction_settled on relay_transaction (settled_at)",
  "create index relay_attempt_transaction on relay_attempt (transaction_id)",
  "create index relay_counter_age on relay_counter (started_at)",
];

/** A released migration never changes: a new shape of a table is a new one, and the same change in `schema.ts`. */
export const migrations: Record<string, MigrationStep> = {
  "0001-tables": async (db) => {
    for (const statement of [...TABLES, ...INDEXES]) await sql.raw(statement).execute(db);
  },
};
