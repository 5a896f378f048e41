import assert from "node:assert/strict";
import { it } from "node:test";
import { sql } from "kysely";
import { createTestLedger } from "../testing/test-ledger.ts";

/** What every ledger in use has: a step that has run anywhere is never changed, only followed by another. */
const SCHEMA = `
CREATE INDEX relay_attempt_transaction on relay_attempt (transaction_id)
CREATE INDEX relay_counter_age on relay_counter (started_at)
CREATE INDEX relay_request_finished on relay_request (finished_at)
CREATE UNIQUE INDEX relay_request_one_per_nonce on relay_request (signer, nonce) where state in ('queued', 'sent')
CREATE INDEX relay_request_queue on relay_request (wallet, accepted_at) where state = 'queued'
CREATE INDEX relay_request_transaction on relay_request (transaction_id)
CREATE INDEX relay_transaction_nonce on relay_transaction (wallet, nonce)
CREATE INDEX relay_transaction_settled on relay_transaction (settled_at)
CREATE INDEX relay_transaction_state on relay_transaction (state, settled_at)
CREATE TABLE relay_attempt (hash text primary key, transaction_id text not null, raw text not null,
  max_fee_wei text not null, tip_wei text not null, created_at bigint not null)
CREATE TABLE relay_counter (key text primary key, started_at bigint not null, taken bigint not null)
CREATE TABLE relay_lock (id integer primary key, taken bigint not null)
CREATE TABLE relay_request (digest text primary key, wallet text not null, signer text not null,
  nonce text not null, request text not null, signature text not null, state text not null,
  reserved_gwei bigint not null, tries integer not null, checked_at bigint not null,
  failed_checks integer not null default 0, check_after bigint not null default 0,
  accepted_at bigint not null, finished_at bigint, transaction_id text, transaction_hash text, result text,
  error_status integer, error text)
CREATE TABLE relay_spending (minute bigint primary key, gwei bigint not null, rest_wei bigint not null)
CREATE TABLE relay_transaction (id text primary key, wallet text not null, nonce bigint not null,
  digests text not null, state text not null, reserved_gwei bigint not null, created_at bigint not null,
  settled_at bigint, mined_hash text, block_number bigint, block_hash text, cost_wei text)
`;

const { db } = await createTestLedger();

it("a new ledger has the same tables as those in use", async () => {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_master where tbl_name like 'relay\\_%' escape '\\' and sql is not null
    order by type, name`.execute(db);
  const statements = SCHEMA.trim().replaceAll("\n  ", " ").split("\n");
  assert.deepEqual(
    rows.map((row) => row.sql.replaceAll(/\s+/g, " ")),
    statements,
  );
});

it("the steps keep their names, by which a ledger in use knows that it has taken them", async () => {
  const { rows } = await sql<{ name: string }>`select name from relayer_migration order by name`.execute(db);
  assert.deepEqual(
    rows.map(({ name }) => name),
    ["0001-tables"],
  );
});
