import { type Database, openPostgres } from "@agent-registry/service";
import type { Kysely } from "kysely";
import type { IndexSchema } from "../schema.ts";
import { SLOW_QUERIES_AT_ONCE, SLOW_QUERY_TIMEOUT_MS } from "../slow-queries.ts";
import { createQueryProcesses } from "./query-processes.ts";

/** Look-ups take about a millisecond, and those of wallets are sent in batches. */
const LOOKUP_CONNECTIONS = 6;

type Connections = {
  /** For look-ups of a few rows, which must never wait for anything else. */
  lookups: Database<IndexSchema>;
  /** For queries that may take long; they are ended when their time is over. */
  slow: Kysely<IndexSchema>;
  close(): Promise<void>;
};

/** The connections that requests are answered from. The sync goes on with those of `database`. */
export function openConnections(options: {
  database: Database<IndexSchema>;
  file: string;
  databaseUrl?: string | undefined;
}): Connections {
  const { database, file, databaseUrl } = options;
  if (databaseUrl === undefined) {
    const slow = createQueryProcesses<IndexSchema>({
      file,
      processes: SLOW_QUERIES_AT_ONCE,
      timeoutMs: SLOW_QUERY_TIMEOUT_MS,
    });
    return { lookups: database, slow, close: () => slow.destroy() };
  }
  const lookups = openPostgres<IndexSchema>({ databaseUrl, maxConnections: LOOKUP_CONNECTIONS });
  const slow = openPostgres<IndexSchema>({
    databaseUrl,
    maxConnections: SLOW_QUERIES_AT_ONCE,
    queryTimeoutMs: SLOW_QUERY_TIMEOUT_MS,
  });
  return {
    lookups: { engine: "postgres", ...lookups },
    slow: slow.db,
    async close() {
      await Promise.all([lookups.close(), slow.close()]);
    },
  };
}
