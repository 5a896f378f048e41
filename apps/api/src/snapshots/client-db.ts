import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import type { IndexSchema } from "../index/schema.ts";

/** A query builder on one connection of PostgreSQL, within the transaction that is open on it. */
export function createClientDb(client: pg.ClientBase): Kysely<IndexSchema> {
  const connection = {
    query: ((text: string, values: unknown[]) => client.query(text, values)) as never,
    release: () => {},
  };
  return new Kysely<IndexSchema>({
    dialect: new PostgresDialect({
      pool: { connect: async () => connection, end: async () => {}, options: {} },
    }),
  });
}
