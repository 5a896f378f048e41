import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type TestPostgres, testedEngines, usePostgres } from "@agent-registry/testkit";
import { type Compilable, CompiledQuery, sql } from "kysely";
import { toEnforcementQuery } from "../../questions/enforcement/enforcement.ts";
import { toPageQuery } from "../../questions/filings/filings.ts";
import { toNamedAgents } from "../../questions/people/read-person.ts";
import { toCertificateChanges, toPartyChangesQuery } from "../../status-lists/read-standings.ts";
import { toAgentsQuery } from "../../status-lists/update-standings.ts";
import { openIndex } from "../../testing/open-index.ts";
import { toRecordsThenQuery } from "./actor-roles.ts";

const ACTOR = `0x${"ab".repeat(20)}` as const;
const CURSOR = [5_000, 4_984, 4_928].map((sequence) => ({ sequence, fingerprint: "ab".repeat(8) }));

let postgres: TestPostgres;
before(async () => {
  postgres = await usePostgres();
});
after(() => postgres?.stop());

for (const engine of testedEngines) {
  describe(`what those who follow ask (${engine})`, () => {
    let index: Awaited<ReturnType<typeof openIndex>>;
    before(async () => {
      index = await openIndex(engine === "postgres" ? await postgres.createDatabase() : undefined);
    });
    after(() => index?.close());

    /** PostgreSQL scans and sorts what is small. With both off, the plan shows whether it can do without. */
    async function explain(query: Compilable): Promise<string> {
      const { sql: text, parameters } = query.compile();
      const prefix = engine === "sqlite" ? "explain query plan" : "explain";
      return index.db.transaction().execute(async (db) => {
        if (engine === "postgres") {
          await sql`set local enable_seqscan = off`.execute(db);
          await sql`set local enable_sort = off`.execute(db);
          await sql`set local enable_bitmapscan = off`.execute(db);
        }
        const plan = CompiledQuery.raw(`${prefix} ${text}`, [...parameters]);
        const { rows } = await db.executeQuery<Record<string, unknown>>(plan);
        return rows.map((row) => String(row.detail ?? row["QUERY PLAN"])).join("\n");
      });
    }

    it("is a range of the filings' numbers for a page of the register", async () => {
      const plan = await explain(toPageQuery(index.db, { after: CURSOR, limit: 100 }));
      assert.doesNotMatch(plan, /SCAN filings|Seq Scan on filings/, plan);
    });

    it("is a few steps into indexes for as what the actors of filings acted", async () => {
      const plan = await explain(toRecordsThenQuery(index.db, [4_000, 5_000]));
      assert.equal(plan.match(/filings_of_standing\b/g)?.length, 3, plan);
      assert.equal(plan.match(/filings_of_agent\b/g)?.length, 2, plan);
      assert.doesNotMatch(plan, /SCAN|Seq Scan|B-TREE|Sort/, plan);
    });

    it("is a range of filings_of_parties for the agents whose parties have changed lately", async () => {
      const query = toPartyChangesQuery(index.db, { place: 5_000, agentId: 0 });
      const plan = await explain(query.limit(100));
      assert.match(plan, /filings_of_parties\b/, plan);
      assert.doesNotMatch(plan, /B-TREE|Sort/, plan);
    });

    it("is a range of agents_by_proposal for the agents that wait for a person", async () => {
      const person = { role: "haftungsperson", address: ACTOR } as const;
      const query = toNamedAgents({ engine }, person, ["former", "pending"]);
      const plan = await explain({ compile: () => query.compile(index.db) });
      assert.match(
        plan,
        engine === "sqlite" ? /COVERING INDEX agents_by_proposal/ : /agents_by_proposal/,
        plan,
      );
      assert.doesNotMatch(plan, /SCAN agents|Seq Scan/, plan);
    });

    it("is the same range for the persons whose certificates have changed lately", async () => {
      const query = toCertificateChanges(engine, 5_000);
      const plan = await explain({ compile: () => query.compile(index.db) });
      for (const name of [/filings_of_parties\b/, /certificates_of_notary\b/]) assert.match(plan, name, plan);
      assert.doesNotMatch(plan, /SCAN filings|Seq Scan|certificates_of_person/, plan);
    });

    it("is one step into an index for what has changed about each of some agents", async () => {
      const query = toAgentsQuery(engine, [1, 2, 3], 5_000);
      const plan = await explain({ compile: () => query.compile(index.db) });
      for (const step of [/\(agent_id=\?|agent_id = agents\.agent_id/, /certificates_of_person\b/])
        assert.match(plan, step, plan);
      assert.match(plan, /agents USING INTEGER PRIMARY KEY|agents_pkey/, plan);
      assert.doesNotMatch(plan, /SCAN|Seq Scan/, plan);
    });

    for (const [name, filter] of [
      ["enforcement_by_sequence", {}],
      ["enforcement_by_kind", { action: "revoked" }],
      ["enforcement_by_actor", { actor: ACTOR }],
      ["enforcement_by_actor_and_kind", { action: "revoked", actor: ACTOR }],
    ] as const) {
      it(`is a range of ${name} for enforcement by ${Object.keys(filter).join(" and ") || "nothing"}`, async () => {
        for (const before of [undefined, 5_000]) {
          const plan = await explain(toEnforcementQuery(index.db, { ...filter, before, limit: 50 }));
          assert.match(plan, new RegExp(`${name}\\b`), plan);
          assert.doesNotMatch(plan, /B-TREE|Sort/, plan);
        }
      });
    }
  });
}
