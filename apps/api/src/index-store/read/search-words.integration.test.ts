import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { openDatabase } from "@agent-registry/service";
import { type TestPostgres, usePostgres } from "@agent-registry/testkit";
import { sql } from "kysely";
import { writeRegister } from "../../testing/write-register.ts";
import { migrations } from "../migrations.ts";
import type { IndexSchema } from "../schema.ts";
import { toSample } from "./scope-sample.ts";
import { toSources } from "./search-sources.ts";
import { parseSearch } from "./search-term.ts";

let postgres: TestPostgres;
before(async () => {
  postgres = await usePostgres();
});
after(() => postgres?.stop());

it("PostgreSQL finds a rare word by the index", async () => {
  const options = { dataDir: "", databaseUrl: await postgres.createDatabase() };
  await writeRegister({ ...options, agents: 5_000 });
  const { db, close } = await openDatabase<IndexSchema>({ ...options, fileName: "index.sqlite", migrations });
  const sample = toSample([], { agents: 5_000, hasSlices: true });
  const search = parseSearch("order 4711, region");
  const [source] = toSources({ search, engine: "postgres", sample, status: undefined, isByNumber: true });
  const { rows } = await sql<Record<string, string>>`explain select ${source?.number}
    from ${source?.from} where ${source?.where}`.execute(db);
  await close();
  assert.match(rows.flatMap(Object.values).join("\n"), /agent_search_by_scope.*Index Cond: .*@@/s);
});
