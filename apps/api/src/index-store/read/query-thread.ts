import { Worker } from "node:worker_threads";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";

type Waiting = { resolve: (rows: unknown[]) => void; reject: (error: Error) => void };
type Reply = { id: number; rows?: unknown[]; error?: string };

/** A read-only Kysely whose queries run in another thread, which starts with the first query. */
export function createQueryThread<Schema>({ file }: { file: string }): Kysely<Schema> {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let lastId = 0;

  function failAll(error: Error): void {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function start(): Worker {
    const started = new Worker(new URL("./query-worker.ts", import.meta.url), { workerData: { file } });
    started.unref();
    started.on("message", ({ id, rows, error }: Reply) => {
      const asker = waiting.get(id);
      waiting.delete(id);
      if (rows !== undefined) asker?.resolve(rows);
      else asker?.reject(new Error(error));
    });
    started.on("error", failAll);
    started.on("exit", () => failAll(new Error("The query thread ended")));
    return started;
  }

  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      worker ??= start();
      const { promise, resolve, reject } = Promise.withResolvers<unknown[]>();
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      worker.postMessage({ id: lastId, sql, parameters });
      return { rows: (await promise) as R[] };
    },
    streamQuery() {
      throw new Error("The query thread does not stream");
    },
  };
  const refuse = async () => {
    throw new Error("The query thread only reads");
  };
  const dialect: Dialect = {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      releaseConnection: async () => {},
      beginTransaction: refuse,
      commitTransaction: refuse,
      rollbackTransaction: refuse,
      destroy: async () => void (await worker?.terminate()),
    }),
  };
  return new Kysely<Schema>({ dialect });
}
