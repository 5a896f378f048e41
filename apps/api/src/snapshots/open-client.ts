import { createPostgresPool } from "@agent-registry/service";
import { Kysely, PostgresDialect } from "kysely";
import type { IndexSchema } from "../index/schema.ts";

/** One connection of PostgreSQL, and a query builder on it, within the transaction that is open on it. */
export async function openClient(options: { databaseUrl: string; name: string }) {
  const pool = createPostgresPool({
    connectionString: options.databaseUrl,
    max: 1,
    application_name: options.name,
  });
  const client = await pool.connect().catch(async (error) => {
    await pool.end();
    throw error;
  });
  const connection = {
    query: ((text: string, values: unknown[]) => client.query(text, values)) as never,
    release: () => {},
  };
  const db = new Kysely<IndexSchema>({
    dialect: new PostgresDialect({
      pool: { connect: async () => connection, end: async () => {}, options: {} },
    }),
  });
  return {
    client,
    db,
    async close(): Promise<void> {
      client.release(true);
      await pool.end();
    },
  };
}
