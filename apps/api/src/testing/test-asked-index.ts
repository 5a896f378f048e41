import { openSqliteFile, toKyselyDatabase } from "@agent-registry/service";
import { Kysely, SqliteDialect } from "kysely";
import type { AskedIndex } from "../index/asked-index.ts";
import { createOpenAtBlock } from "../index/read/create-open-at-block.ts";
import { prepareLookUps } from "../index/read/prepare-look-ups.ts";
import type { IndexSchema } from "../index/schema.ts";
import type { Doubts } from "../reconcile/doubts.ts";
import { createVouching } from "../reconcile/vouching.ts";
import { type TestRegister, writeTestRows } from "./test-rows.ts";

export type TestIndexOfRows = AskedIndex & {
  vouching: ReturnType<typeof createVouching>;
  /** Changes rows, as the leader does. */
  execute(sql: string): void;
};

/** The index of a made-up register, all of it in this process, as long as that lives. */
export function createTestIndex(register: TestRegister & { doubts?: Doubts | undefined }): TestIndexOfRows {
  const file = writeTestRows(register);
  const vouching = createVouching(register.doubts === undefined ? [] : [register.doubts]);
  const connect = () => {
    const connection = openSqliteFile(file, { readOnly: true });
    return new Kysely<IndexSchema>({
      dialect: new SqliteDialect({ database: toKyselyDatabase(connection) }),
    });
  };
  const open = createOpenAtBlock({
    engine: "sqlite",
    lookups: connect(),
    slow: connect(),
    openLong() {
      const db = connect();
      return { db, close: () => db.destroy() };
    },
    vouching,
  });
  return {
    open,
    lookUps: prepareLookUps({}, file),
    vouching,
    execute(sql) {
      const database = openSqliteFile(file);
      database.exec(sql);
      database.close();
    },
  };
}
