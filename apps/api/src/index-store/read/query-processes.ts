import {
  type DatabaseConnection,
  type Dialect,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { createQueryConnection, type QueryConnection } from "./query-connection.ts";

/** Without this, Kysely sends one query after the other, as it must to a single connection. */
class ManyConnectionsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

type QueryProcessesOptions = { file: string; processes: number; timeoutMs: number };

/**
 * A read-only Kysely on a SQLite file whose queries run in other processes, each started with its first query.
 * More queries than processes wait for one.
 */
export function createQueryProcesses<Schema>(options: QueryProcessesOptions): Kysely<Schema> {
  const { file, processes, timeoutMs } = options;
  const all = Array.from({ length: processes }, () => createQueryConnection({ file, timeoutMs }));
  const idle = [...all];
  const waiting: ((connection: QueryConnection) => void)[] = [];

  const dialect: Dialect = {
    createAdapter: () => new ManyConnectionsAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => ({
      init: async () => {},
      async acquireConnection(): Promise<DatabaseConnection> {
        // The one that was used last has its process running and its pages in memory.
        return idle.pop() ?? (await new Promise<QueryConnection>((resolve) => waiting.push(resolve)));
      },
      async releaseConnection(connection) {
        const next = waiting.shift();
        if (next === undefined) idle.push(connection as QueryConnection);
        else next(connection as QueryConnection);
      },
      beginTransaction: (connection) => (connection as QueryConnection).begin(),
      commitTransaction: (connection) => (connection as QueryConnection).end(),
      rollbackTransaction: (connection) => (connection as QueryConnection).end(),
      async destroy() {
        for (const connection of all) connection.close();
      },
    }),
  };
  return new Kysely<Schema>({ dialect });
}
