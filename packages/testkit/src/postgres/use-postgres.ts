import { createDatabaseOn, runQuery } from "./queries.ts";
import { startPostgres, type TestPostgres } from "./start-postgres.ts";

/** Where a run of many tests says which server it has started for all of them. */
export const SHARED_POSTGRES_VARIABLE = "TEST_POSTGRES_URL";

/**
 * For tests that need databases and leave the server itself alone: the run's server if there is one,
 * otherwise one of their own. `stop` drops the databases, even if clients are still connected to them.
 */
export async function usePostgres(): Promise<TestPostgres> {
  const url = process.env[SHARED_POSTGRES_VARIABLE];
  if (url === undefined) return startPostgres();
  const created: string[] = [];
  return {
    url,
    async createDatabase() {
      const database = await createDatabaseOn(url);
      created.push(new URL(database).pathname.slice(1));
      return database;
    },
    async stop() {
      for (const name of created) await runQuery(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
