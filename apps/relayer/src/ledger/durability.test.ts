import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { it } from "node:test";
import { createLogger, systemClock } from "@agent-registry/service";
import { sql } from "kysely";
import { createLedger } from "./create-ledger.ts";

it("the SQLite ledger waits for the disk with each commit, so that a power cut loses no payment", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "agent-registry-ledger-"));
  const logger = createLogger({ name: "relayer", level: "silent" });
  const ledger = await createLedger({ databaseUrl: undefined, dataDir, clock: systemClock, logger });
  const { rows } = await sql<{ synchronous: number }>`PRAGMA synchronous`.execute(ledger.db);
  await ledger.stop();
  await rm(dataDir, { recursive: true });
  assert.equal(rows[0]?.synchronous, 2);
});
