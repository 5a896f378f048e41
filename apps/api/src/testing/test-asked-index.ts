import { openSqliteFile } from "@agent-registry/service";
import type { AskedIndex } from "../index/at-block.ts";
import { createOpenAtBlock, openReadOnly } from "../index/read/open-asked-index.ts";
import { prepareLookUps } from "../index/read/prepare-look-ups.ts";
import { createVouching, type Doubts } from "../reconcile/doubts.ts";
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
  const open = createOpenAtBlock({
    engine: "sqlite",
    lookups: openReadOnly(file),
    slow: openReadOnly(file),
    openLong() {
      const db = openReadOnly(file);
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
