import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { openDatabase } from "@agent-registry/service";
import { type TestPostgres, usePostgres } from "@agent-registry/testkit";
import { sql } from "kysely";
import { writeRegister } from "../../testing/write-register.ts";
import { migrations } from "../migrations.ts";
import type { IndexSchema } from "../schema.ts";
import { createScopeSample } from "./scope-sample.ts";
import { searchSlices } from "./search-slices.ts";

const AGENTS = 300;
const SIZES = { maxMatches: 9, longestCount: 0, sliceAgents: 10 };

/**
 * Every fifth agent holds the word "fifth", all agents after the first 200 hold "late", and two agents hold "rare". The
 * first nine hold "early" and "soon", as many as are counted, and the last one "early", too.
 */
const toScope = (agentId: number) =>
  [
    agentId % 5 === 0 && "fifth",
    agentId > 200 && "late",
    [7, AGENTS].includes(agentId) && "rare",
    (agentId <= SIZES.maxMatches || agentId === AGENTS) && "early",
    agentId <= SIZES.maxMatches && "soon",
  ].join(" ");

describe("searchSlices", () => {
  let postgres: TestPostgres;
  let database: Awaited<ReturnType<typeof openDatabase<IndexSchema>>>;
  before(async () => {
    postgres = await usePostgres();
    const options = { dataDir: "", databaseUrl: await postgres.createDatabase() };
    await writeRegister({ ...options, agents: AGENTS, scopeOf: toScope });
    database = await openDatabase<IndexSchema>({ ...options, fileName: "index.sqlite", migrations });
  });
  after(async () => {
    await database?.close();
    await postgres?.stop();
  });

  /** The matches, and how many of them each query found. */
  async function search(word: string, direction: "asc" | "desc" = "asc") {
    const queries: number[] = [];
    const db = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const [{ numbers = null } = {}] = result.rows as { numbers?: string | null }[];
        if (numbers !== null) queries.push(numbers.split(",").length);
        return result;
      },
    });
    const source = {
      from: sql`agent_search`,
      number: sql`agent_id`,
      where: sql`strpos(scope, ${word}) > 0`,
    };
    const found = await searchSlices({ db, source, sizes: SIZES, direction });
    return { found, queries };
  }

  it("goes on with as many slices as those seen show to be needed, and reads none twice", async () => {
    const { found, queries } = await search("fifth");
    assert.deepEqual(found, [5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55]);
    // Two queries each time, for half of the slices each.
    assert.deepEqual(queries.toSorted(), [1, 2, 4, 4]);
  });

  it("begins with the newest agents if these are wanted first", async () => {
    assert.deepEqual((await search("fifth", "desc")).found.slice(0, 3), [300, 295, 290]);
  });

  it("goes on to the last slice for what is rarer than it seemed, and finds all", async () => {
    assert.equal((await search("late")).found[0], 201);
    assert.deepEqual((await search("rare")).found, [7, 300]);
  });

  it("does not stop at exactly as many as are counted: whether there are more is told, too", async () => {
    const first = Array.from({ length: SIZES.maxMatches }, (_, i) => i + 1);
    assert.deepEqual((await search("early")).found, [...first, AGENTS]);
    assert.deepEqual((await search("soon")).found, first);
    assert.deepEqual((await search("early", "desc")).found, [AGENTS, ...first.toReversed()]);
  });

  it("is done only if the database's index knows slices", async () => {
    const readHasSlices = async () =>
      (await createScopeSample({ db: database.db, engine: "postgres" }).get()).hasSlices;
    assert.equal(await readHasSlices(), true);
    await sql`drop index agent_search_by_scope`.execute(database.db);
    await sql`create index agent_search_by_scope on agent_search using gin (scope gin_trgm_ops)`.execute(
      database.db,
    );
    assert.equal(await readHasSlices(), false);
  });
});
