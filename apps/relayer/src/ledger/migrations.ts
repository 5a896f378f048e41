import type { MigrationStep } from "@agent-registry/service";
import type { Kysely } from "kysely";
import { isInFlight, isQueued, type LedgerSchema } from "./schema.ts";

const createTables: MigrationStep = async (db) => {
  await db.schema
    .createTable("relay_lock")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("taken", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("relay_request")
    .addColumn("digest", "text", (column) => column.primaryKey())
    .addColumn("wallet", "text", (column) => column.notNull())
    .addColumn("signer", "text", (column) => column.notNull())
    .addColumn("nonce", "text", (column) => column.notNull())
    .addColumn("request", "text", (column) => column.notNull())
    .addColumn("signature", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("reserved_gwei", "bigint", (column) => column.notNull())
    .addColumn("tries", "integer", (column) => column.notNull())
    .addColumn("checked_at", "bigint", (column) => column.notNull())
    .addColumn("accepted_at", "bigint", (column) => column.notNull())
    .addColumn("finished_at", "bigint")
    .addColumn("transaction_id", "text")
    .addColumn("transaction_hash", "text")
    .addColumn("result", "text")
    .addColumn("error_status", "integer")
    .addColumn("error", "text")
    .execute();
  await db.schema
    .createTable("relay_transaction")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("wallet", "text", (column) => column.notNull())
    .addColumn("nonce", "bigint", (column) => column.notNull())
    .addColumn("digests", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("reserved_gwei", "bigint", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("settled_at", "bigint")
    .addColumn("mined_hash", "text")
    .addColumn("cost_wei", "text")
    .execute();
  await db.schema
    .createTable("relay_attempt")
    .addColumn("hash", "text", (column) => column.primaryKey())
    .addColumn("transaction_id", "text", (column) => column.notNull())
    .addColumn("raw", "text", (column) => column.notNull())
    .addColumn("max_fee_wei", "text", (column) => column.notNull())
    .addColumn("tip_wei", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("relay_counter")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("started_at", "bigint", (column) => column.notNull())
    .addColumn("taken", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("relay_spending")
    .addColumn("minute", "bigint", (column) => column.primaryKey())
    .addColumn("gwei", "bigint", (column) => column.notNull())
    .addColumn("rest_wei", "bigint", (column) => column.notNull())
    .execute();
};

const createIndexes: MigrationStep = async (db) => {
  const typed = db as unknown as Kysely<LedgerSchema>;
  // Only one request can spend a signer's nonce: a second would be paid for and fail.
  await typed.schema
    .createIndex("relay_request_one_per_nonce")
    .unique()
    .on("relay_request")
    .columns(["signer", "nonce"])
    .where(isInFlight)
    .execute();
  await typed.schema
    .createIndex("relay_request_queue")
    .on("relay_request")
    .columns(["wallet", "accepted_at"])
    .where(isQueued)
    .execute();
  await typed.schema
    .createIndex("relay_request_transaction")
    .on("relay_request")
    .column("transaction_id")
    .execute();
  await typed.schema
    .createIndex("relay_request_finished")
    .on("relay_request")
    .column("finished_at")
    .execute();
  await typed.schema
    .createIndex("relay_transaction_state")
    .on("relay_transaction")
    .columns(["state", "settled_at"])
    .execute();
  await typed.schema
    .createIndex("relay_transaction_nonce")
    .on("relay_transaction")
    .columns(["wallet", "nonce"])
    .execute();
  await typed.schema
    .createIndex("relay_attempt_transaction")
    .on("relay_attempt")
    .column("transaction_id")
    .execute();
  await typed.schema
    .createIndex("relay_transaction_settled")
    .on("relay_transaction")
    .column("settled_at")
    .execute();
  await typed.schema.createIndex("relay_counter_age").on("relay_counter").column("started_at").execute();
  await typed.insertInto("relay_lock").values({ id: 1, taken: 0 }).execute();
};

const addCheckTimesAndBlocks: MigrationStep = async (db) => {
  for (const [column, type] of [
    ["failed_checks", "integer"],
    ["check_after", "bigint"],
  ] as const) {
    await db.schema
      .alterTable("relay_request")
      .addColumn(column, type, (definition) => definition.notNull().defaultTo(0))
      .execute();
  }
  await db.schema.alterTable("relay_transaction").addColumn("block_number", "bigint").execute();
  await db.schema.alterTable("relay_transaction").addColumn("block_hash", "text").execute();
};

export const migrations: Record<string, MigrationStep> = {
  "0001-create-tables": createTables,
  "0002-create-indexes": createIndexes,
  "0003-check-times-and-blocks": addCheckTimesAndBlocks,
};
