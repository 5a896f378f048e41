import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { openDatabase } from "@agent-registry/service";
import { type TestPostgres, testedEngines, usePostgres } from "@agent-registry/testkit";
import pg from "pg";
import { migrations } from "./index/migrations.ts";
import type { IndexSchema } from "./index/schema.ts";
import { readAgentsPage } from "./questions/agents/read-agents.ts";
import { searchAgents } from "./questions/agents/search-agents.ts";
import { openBenchApp } from "./testing/bench-app.ts";
import { createDataDir } from "./testing/test-index.ts";
import { toScope, toWallet, writeRegister } from "./testing/write-register.ts";

const AGENTS = 50;
/** How many slow requests of one address are under way at the most: one runs, the others wait. */
const MOST_OF_ONE_ADDRESS = 9;

let postgres: TestPostgres;
before(async () => {
  postgres = await usePostgres();
});
after(() => postgres?.stop());

for (const engine of testedEngines) {
  describe(`slow queries of one address (${engine})`, () => {
    let dataDir: string;
    let databaseUrl: string | undefined;
    let api: Awaited<ReturnType<typeof openBenchApp>>;
    beforeEach(async () => {
      dataDir = await createDataDir();
      databaseUrl = engine === "postgres" ? await postgres.createDatabase() : undefined;
      await writeRegister({ dataDir, databaseUrl, agents: AGENTS });
      api = await openBenchApp({ dataDir, databaseUrl, trustProxyHops: 1 });
    });
    afterEach(async () => {
      await api?.close();
      await rm(dataDir, { recursive: true, force: true });
    });

    const get = (path: string, address: string) =>
      api.app.request(`/api/v1${path}`, { headers: { "x-forwarded-for": address } });

    it("are refused beyond a few, and another address is answered before they are through", async () => {
      const order: string[] = [];
      const flood = Array.from({ length: 60 }, async (_, i) => {
        const response = await get(`/agents?search=region ${i}`, "192.0.2.1");
        if (response.status === 200) order.push("flood");
        return response;
      });
      const other = await get("/agents?search=planning", "192.0.2.2");
      order.push("other");
      assert.equal(other.status, 200);
      const refused = (await Promise.all(flood)).filter(({ status }) => status !== 200);
      assert.ok(order.indexOf("other") <= MOST_OF_ONE_ADDRESS, `${order.indexOf("other")} came first`);
      for (const response of refused) {
        assert.equal(response.status, 503);
        assert.match(response.headers.get("retry-after") ?? "", /^[1-9]\d*$/);
        assert.equal(typeof ((await response.json()) as { error: unknown }).error, "string");
      }
      assert.equal(refused.length, 60 - MOST_OF_ONE_ADDRESS);
    });

    it("count a search up to a bound, and say so beyond it", async () => {
      const database = await openDatabase<IndexSchema>({
        dataDir,
        databaseUrl,
        fileName: "index.sqlite",
        migrations,
      });
      const all = { sort: "lastAttestation", order: "desc", limit: 5 } as const;
      // Every scope has a region.
      for (const [offset, found] of [
        [0, 5],
        [8, 2],
        [10, 0],
      ] as const) {
        const page = await searchAgents(database, { ...all, search: "region", offset }, 10);
        const listed = await readAgentsPage(database.db, { ...all, offset });
        assert.deepEqual(page, { total: 10, isTotalCapped: true, agents: listed.agents.slice(0, found) });
      }
      const search = { search: "region 7", status: "Active", offset: 0 } as const;
      const few = await searchAgents(database, { ...all, ...search }, 10);
      const expected = Array.from({ length: AGENTS }, (_, i) => i + 1).filter(
        (id) => /\b7/.test(toScope(id)) && id % 20 !== 0,
      );
      assert.equal(few.total, expected.length);
      assert.equal(few.isTotalCapped, undefined);
      await database.close();
    });

    if (engine === "postgres") {
      it("hold up neither a KYA check nor another address, however long they take", async () => {
        const client = new pg.Client({ connectionString: databaseUrl });
        await client.connect();
        // Every reading of the timeline waits for this lock.
        await client.query("begin; lock table revenue_periods in access exclusive mode");
        const flood = Array.from({ length: 30 }, (_, i) =>
          get(`/revenue/timeline?limit=${i + 1}`, "192.0.2.1"),
        );
        const kya = await get(`/kya/${toWallet(7)}`, "192.0.2.3");
        assert.equal(kya.status, 200);
        assert.equal((await get("/agent/7", "192.0.2.3")).status, 200);
        assert.equal((await get("/agents?search=planning", "192.0.2.2")).status, 200);
        await client.query("rollback");
        await client.end();
        const answered = (await Promise.all(flood)).filter(({ status }) => status === 200);
        assert.equal(answered.length, MOST_OF_ONE_ADDRESS);
      });
    }
  });
}
