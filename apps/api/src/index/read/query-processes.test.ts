import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { openSqliteFile } from "@agent-registry/service";
import { type Kysely, sql } from "kysely";
import { isQueryTimeout } from "../slow-queries.ts";
import { createQueryProcesses } from "./query-processes.ts";

const ENDLESS = sql`with recursive n(x) as (select 1 union all select x + 1 from n) select count(*) from n`;
const ONE = sql<{ one: number }>`select 1 as one`;

describe("query processes", () => {
  let folder: string;
  let file: string;
  let db: Kysely<unknown>;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "agent-registry-queries-"));
    file = path.join(folder, "index.sqlite");
    openSqliteFile(file).exec("create table note (text text)");
  });
  after(() => rm(folder, { recursive: true }));
  afterEach(() => db.destroy());

  const open = (processes: number, timeoutMs: number) =>
    createQueryProcesses<unknown>({ file, processes, timeoutMs });

  it("end a query at its time limit, and answer the next one from a new process", async (t) => {
    // On a mocked clock: a busy machine may take longer than any short limit for the next answer too.
    t.mock.timers.enable({ apis: ["setTimeout"] });
    db = open(1, 10_000);
    await ONE.execute(db);
    const endless = assert.rejects(ENDLESS.execute(db), isQueryTimeout);
    await setImmediate();
    t.mock.timers.tick(9_999);
    t.mock.timers.tick(1);
    await endless;
    assert.deepEqual((await ONE.execute(db)).rows, [{ one: 1 }]);
  });

  it("answer beside a query that does not end", async () => {
    db = open(2, 60_000);
    const endless = assert.rejects(ENDLESS.execute(db), { message: "The query process ended" });
    assert.deepEqual((await ONE.execute(db)).rows, [{ one: 1 }]);
    await db.destroy();
    await endless;
  });

  it("pass on what is wrong with a query, and refuse to write", async () => {
    db = open(1, 60_000);
    await assert.rejects(sql`no sql`.execute(db), /syntax error/);
    await assert.rejects(sql`insert into note values ('x')`.execute(db), /readonly/);
    assert.deepEqual((await ONE.execute(db)).rows, [{ one: 1 }]);
  });
});
