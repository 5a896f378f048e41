import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
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
import { QueryTimeout } from "../slow-queries.ts";

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

const PROGRAM = fileURLToPath(new URL("./query-process.ts", import.meta.url));

/** A process that is not ready by then never will be. */
const START_TIMEOUT_MS = 30_000;

type Reply = { rows?: unknown[]; error?: string };
type Query = { sql: string; parameters: readonly unknown[] };

type QueryConnection = DatabaseConnection & {
  /** A transaction, so that several queries see one state of the file. */
  begin(): Promise<void>;
  end(): Promise<void>;
  close(): void;
};

/** One query at a time. A process that takes longer than the limit is killed; the next query starts another one. */
function createQueryConnection(options: { file: string; timeoutMs: number }): QueryConnection {
  const { file, timeoutMs } = options;
  let child: ChildProcess | undefined;
  /** The process that has begun a transaction. */
  let reading: ChildProcess | undefined;

  function kill(): void {
    child?.kill("SIGKILL");
    child = undefined;
  }

  /** The next message; kills the process if none comes in time. */
  async function waitForMessage(from: ChildProcess, limitMs: number): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const onEnd = () => reject(new Error("The query process ended"));
    from.once("message", resolve).once("exit", onEnd).once("error", onEnd);
    const timer = setTimeout(() => {
      reject(new QueryTimeout(`A query took longer than ${limitMs} ms`));
      kill();
    }, limitMs);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      from.off("message", resolve).off("exit", onEnd).off("error", onEnd);
    }
  }

  async function start(): Promise<ChildProcess> {
    const started = fork(PROGRAM, [file], { serialization: "advanced" });
    child = started;
    // An idle query process does not keep this one alive. If it fails, the query that waits for it throws.
    started.unref();
    started.on("error", () => {});
    started.once("exit", () => {
      if (child === started) child = undefined;
    });
    await waitForMessage(started, START_TIMEOUT_MS);
    started.channel?.unref();
    return started;
  }

  async function ask(query: Query): Promise<unknown[]> {
    // Another process would see another state of the file.
    if (reading !== undefined && child !== reading) throw new Error("The query process ended");
    const asked = child ?? (await start());
    asked.channel?.ref();
    try {
      asked.send(query);
      const { rows, error } = (await waitForMessage(asked, timeoutMs)) as Reply;
      if (rows === undefined) throw new Error(error);
      return rows;
    } finally {
      asked.channel?.unref();
    }
  }

  const run = (sql: string) => ask({ sql, parameters: [] });

  return {
    async begin() {
      await run("begin");
      reading = child;
    },
    async end() {
      const isThere = reading !== undefined && child === reading;
      reading = undefined;
      if (isThere) await run("rollback");
    },
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      return { rows: (await ask({ sql, parameters })) as R[] };
    },
    streamQuery() {
      throw new Error("The query processes do not stream");
    },
    close: kill,
  };
}
