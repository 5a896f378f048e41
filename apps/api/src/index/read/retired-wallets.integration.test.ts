import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type TestPostgres, testedEngines, usePostgres } from "@agent-registry/testkit";
import { type Compilable, CompiledQuery, sql } from "kysely";
import { pad, toHex, zeroAddress } from "viem";
import type { EventBody, RegistryEvent } from "../../chain/decode-event.ts";
import { openIndex, TEST_ANCHOR } from "../../testing/open-index.ts";
import { testRegistration } from "../../testing/test-registration.ts";
import { testAddress } from "../../testing/test-rows.ts";
import { toAsOfQuery } from "./as-of.ts";
import { readAgentWallets, readRetiredWallets, toReplacements, toRetiredQuery } from "./retired-wallets.ts";

const wallet = (number: number) => testAddress(0xa0 + number);
const lower = (number: number) => wallet(number).toLowerCase();
const hash = (number: number) => pad(toHex(number), { size: 32 });
const replace = (from: number, to: number): EventBody[] => [
  { kind: "wallet-proposed", oldProposal: zeroAddress, newProposal: lower(to) },
  { kind: "wallet-changed", oldWallet: lower(from), newWallet: lower(to) },
];

/** Agent 1 has had four wallets, agent 2 has its first one. Each event is a second and a transaction of its own. */
const bodies: [agentId: number, EventBody][] = [
  [1, testRegistration({ agentWallet: lower(1) })],
  [2, testRegistration({ agentWallet: lower(9) })],
  ...[...replace(1, 2), ...replace(2, 3), ...replace(3, 4)].map((body): [number, EventBody] => [1, body]),
];
const timeOf = (event: number) => TEST_ANCHOR.timestamp + event;
const REGISTERED = 1;
const REPLACED = [4, 6, 8] as const;

const events = bodies.map(([agentId, body], i): RegistryEvent => {
  const number = i + 1;
  const place = { blockNumber: TEST_ANCHOR.number + number, blockHash: hash(number), logIndex: 0 };
  const at = { transactionHash: hash(0xf00 + number), timestamp: timeOf(number) };
  return { agentId, actor: lower(1), ...place, ...at, ...body };
});

let postgres: TestPostgres;
before(async () => {
  postgres = await usePostgres();
});
after(() => postgres?.stop());

for (const engine of testedEngines) {
  describe(`retired wallets (${engine})`, () => {
    let index: Awaited<ReturnType<typeof openIndex>>;
    before(async () => {
      index = await openIndex(engine === "postgres" ? await postgres.createDatabase() : undefined);
      await index.startOver();
      const blocks = events.map(({ blockNumber: number, blockHash, timestamp }) => {
        return { number, hash: blockHash, timestamp };
      });
      await index.writer.apply({ events, blocks });
    });
    after(() => index?.close());

    it("are found with their agent and the filing that retired them, and no others are", async () => {
      const asked = [1, 2, 3, 4, 9, 5].map(lower);
      const retired = REPLACED.map((event, i) => {
        return [
          lower(1 + i),
          { agentId: 1, since: timeOf(event), transactionHash: hash(0xf00 + event) },
        ] as const;
      });
      assert.deepEqual(await readRetiredWallets(index.db, engine, asked), new Map(retired));
      assert.deepEqual(await readRetiredWallets(index.db, engine, []), new Map());
    });

    it("are listed with the agent's present one, newest first, in pages of any size", async () => {
      const beginnings = [REGISTERED, ...REPLACED];
      const all = beginnings
        .map((event, i) => {
          const next = beginnings[i + 1];
          return {
            wallet: wallet(1 + i),
            since: timeOf(event),
            until: next === undefined ? null : timeOf(next),
            transactionHash: hash(0xf00 + event),
          };
        })
        .reverse();
      for (const limit of [1, 2, 3, 4, 100])
        for (const offset of [0, 1, 2, 3, 4, 5, 50]) {
          const found = await readAgentWallets(index.db, 1, { limit, offset });
          const expected = { total: 4, wallets: all.slice(offset, offset + limit) };
          assert.deepEqual(found, expected, `limit ${limit}, offset ${offset}`);
        }
      const only = await readAgentWallets(index.db, 2, { limit: 10, offset: 0 });
      assert.deepEqual([only?.total, only?.wallets.map((each) => each.wallet)], [1, [wallet(9)]]);
      assert.equal(await readAgentWallets(index.db, 3, { limit: 10, offset: 0 }), undefined);
    });

    it("name the agent for the time in which they were its wallet, and then no more", async () => {
      const nameAt = async (number: number, event: number) => {
        const key = { wallet: lower(number) as `0x${string}` };
        const { record } = (await index.asked.lookUps.asOf(key, { time: timeOf(event) })).found;
        return record && [record.agentId, record.agentWallet];
      };
      const [first, second, third] = REPLACED;
      assert.deepEqual(await nameAt(1, first - 1), [1, wallet(1)]);
      assert.equal(await nameAt(1, first), undefined);
      assert.equal(await nameAt(2, first - 1), undefined);
      assert.deepEqual(await nameAt(2, first), [1, wallet(2)]);
      assert.deepEqual(await nameAt(2, second - 1), [1, wallet(2)]);
      assert.equal(await nameAt(2, second), undefined);
      assert.equal(await nameAt(4, third - 1), undefined);
      assert.deepEqual(await nameAt(4, third), [1, wallet(4)]);
    });

    /** PostgreSQL scans what is small. With that off, the plan shows whether it can do without. */
    async function explain(query: CompiledQuery | Compilable): Promise<string> {
      const { sql: text, parameters } = "compile" in query ? query.compile() : query;
      const prefix = engine === "sqlite" ? "explain query plan" : "explain";
      return index.db.transaction().execute(async (db) => {
        if (engine === "postgres")
          for (const way of ["seqscan", "sort", "bitmapscan"])
            await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(db);
        const plan = CompiledQuery.raw(`${prefix} ${text}`, [...parameters]);
        const { rows } = await db.executeQuery<Record<string, unknown>>(plan);
        return rows.map((row) => String(row.detail ?? row["QUERY PLAN"])).join("\n");
      });
    }
    const SCANS = /SCAN (filings|agents|first|probe)|Seq Scan on (filings|agents)/;

    it("are found by an index, whatever else is filed", async () => {
      const byWallet = await explain(toRetiredQuery(index.db, engine, [lower(1)]));
      assert.match(byWallet, /replacements_by_former\b/, byWallet);
      const page = toReplacements(index.db, 1).selectAll().orderBy("sequence", "desc").limit(10);
      const ofAgent = await explain(page);
      assert.match(ofAgent, /filings_of_standing\b/, ofAgent);
      assert.doesNotMatch(ofAgent, /B-TREE|Sort/, ofAgent);
      for (const at of ["time", "block"] as const) {
        const text = toAsOfQuery(engine, { by: "wallet", at });
        const asOf = await explain(CompiledQuery.raw(text, [lower(1), timeOf(5)]));
        for (const name of ["replacements_by_former", "agents_by_wallet", "released_agents_by_wallet"])
          assert.match(asOf, new RegExp(`\\b${name}\\b`), asOf);
        for (const plan of [byWallet, ofAgent, asOf]) assert.doesNotMatch(plan, SCANS, plan);
      }
    });
  });
}
