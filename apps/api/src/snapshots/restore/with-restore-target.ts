import type { DatabaseSync } from "node:sqlite";
import { type Database, openDatabase } from "@agent-registry/service";
import { migrations } from "../../index/migrations.ts";
import type { IndexSchema } from "../../index/schema.ts";
import type { RestoreTarget } from "./note-state.ts";
import { openPostgresTarget } from "./postgres-target.ts";
import { openSqliteTarget } from "./sqlite-target.ts";

type Options = {
  databaseUrl?: string | undefined;
  dataDir: string;
  /** Called each time the database does not answer yet. */
  onWait?: ((reason: string) => void) | undefined;
};

/** Opens an empty index for `fill`, which commits what it has filled in; otherwise nothing of it stays. */
export async function withRestoreTarget<T>(
  { databaseUrl, dataDir, onWait }: Options,
  fill: (target: RestoreTarget) => Promise<T>,
): Promise<T> {
  const database = await openDatabase<IndexSchema>({
    databaseUrl,
    dataDir,
    fileName: "index.sqlite",
    migrations,
    maxConnections: 1,
    ...(onWait === undefined ? {} : { onWait }),
  });
  try {
    const target =
      databaseUrl === undefined
        ? await openSqliteTarget({
            database: database as Database<IndexSchema> & { sqlite: DatabaseSync },
            dataDir,
          })
        : await openPostgresTarget(databaseUrl);
    try {
      return await fill(target);
    } finally {
      await target.close();
    }
  } finally {
    await database.close();
  }
}
