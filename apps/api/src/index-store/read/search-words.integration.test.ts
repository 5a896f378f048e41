import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
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

describe("PostgreSQL's plan for a rare word", () => {
  let database: Awaited<ReturnType<typeof openDatabase<IndexSchema>>>;
  before(async () => {
    const options = { dataDir: "", databaseUrl: await postgres.createDatabase() };
    await writeRegister({ ...options, agents: 5_000 });
    database = await openDatabase<IndexSchema>({ ...options, fileName: "index.sqlite", migrations });
  });
  after(() => database?.close());

  /** What the index is asked for, if so many agents of the sample have the word. */
  async function readIndexCondition(seen: number): Promise<string> {
    const scopes = Array.from({ length: 1_000 }, (_, i) => `order ${i < seen ? 4711 : i}, region ${i % 97}`);
    const picked = scopes.map((scope) => ({ scope, addresses: "", status: 0 }));
    const sample = toSample(picked, { agents: 5_000, hasSlices: true });
    const search = parseSearch("order 4711, region 12");
    const [source] = toSources({ search, engine: "postgres", sample, status: undefined, isByNumber: true });
    const { rows } = await sql<Record<string, string>>`explain select ${source?.number}
      from ${source?.from} where ${source?.where}`.execute(database.db);
    const plan = rows.flatMap(Object.values).join("\n");
    return /agent_search_by_scope.*Index Cond: ([^\n]*)/s.exec(plan)?.[1] ?? plan;
  }

  it("looks the word up, if the sample does not have it", async () => {
    assert.match(await readIndexCondition(0), /^\(array_to_tsvector\S+ .*@@ '''4711,'''::tsquery\)$/);
  });

  it("looks it up together with the rest of the text, if the sample has it once", async () => {
    assert.match(await readIndexCondition(1), /@@ '''4711,'''::tsquery\) AND .*~~ '[^']* 12%'/);
  });

  it("goes by trigrams, if the sample has it more often", async () => {
    assert.doesNotMatch(await readIndexCondition(2), /@@/);
  });
});
