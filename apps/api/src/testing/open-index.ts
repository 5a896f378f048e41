import assert from "node:assert/strict";
import { createIndexWriter } from "../index/apply/index-writer.ts";
import { openAskedIndex } from "../index/read/open-asked-index.ts";
import { createVouching } from "../reconcile/doubts.ts";
import { openLeaderDatabase } from "./leader-database.ts";

/** The block before the register's first one. */
export const TEST_ANCHOR = { number: 9, hash: `0x${"09".repeat(32)}`, timestamp: 1_700_000_000 } as const;

/** An index that the test fills itself, and as questions read it: on PostgreSQL if an address is given, else in a SQLite file. */
export async function openIndex(databaseUrl?: string) {
  const opened = await openLeaderDatabase(databaseUrl);
  const asked = openAskedIndex({ file: opened.file, databaseUrl, vouching: createVouching([]) });
  const session = await (await opened.createLeader()).tryLead({ freeForMs: 0 });
  assert.ok(session);
  const writer = createIndexWriter({ db: opened.db, session, keptBlocks: 16, keptSeconds: 600 });
  const identity = { registryAddress: "0x", chainId: 1, genesisHash: "0x", startBlock: 10 };
  return {
    db: opened.db,
    asked,
    writer,
    startOver: () => writer.startOver({ identity, anchor: TEST_ANCHOR }),
    async close(): Promise<void> {
      await asked.close();
      await opened.close();
    },
  };
}
