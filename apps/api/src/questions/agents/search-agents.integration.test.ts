import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import { AGENT_STATUSES } from "@agent-registry/protocol";
import { type Database, openDatabase } from "@agent-registry/service";
import { type TestPostgres, testedEngines, usePostgres } from "@agent-registry/testkit";
import { createQueryId, type RootOperationNode, sql } from "kysely";
import { migrations } from "../../index/migrations.ts";
import type { AgentRow, IndexSchema } from "../../index/schema.ts";
import { fromStoredText, toSearchWords, toStoredText } from "../../index/stored-values.ts";
import { createRandom } from "../../testing/random-chain.ts";
import { createDataDir } from "../../testing/test-index.ts";
import { toWallet, writeRegister } from "../../testing/write-register.ts";
import type { AgentsFilter } from "./read-agents.ts";
import { searchAgents } from "./search-agents.ts";

const AGENTS = 400;
const MAX_MATCHES = 40;
const SEARCHES = process.env.DEEP ? 5_000 : 300;
const COLUMNS = {
  agentId: "agent_id",
  registeredAt: "registered_at",
  lastAttestation: "last_attestation",
} as const;
/** Some are in many scopes, some in few; some hold characters that have a meaning in SQL, in FTS5 or in a tsquery. */
const WORDS = [
  "order",
  "order",
  "Order",
  "review",
  "Ärzte",
  "日本語",
  "日本",
  "100 %",
  "a_b",
  'say "no"',
  "it's",
  "\\",
  "\0",
  "x",
  "0xbe",
  "4711",
  "be0001",
  "AND",
  "OR NOT NEAR(a b)",
  "*",
  "^x:y",
  "a & !b | (c <-> d):*",
  "'quoted' \\'",
  "🙂",
  "👩‍👩‍👧",
  "EU-US",
  "3.5",
  "1e5",
  "-7",
  "sales@example.com",
  "https://example.com/a?b=c&d#e",
  "Straße",
  "Zu\u0308rich",
  "ZÜRICH",
  "İstanbul",
  "ΟΔΟΣ",
  "Россия",
  "ภาษาไทย",
  "हिन्दी",
  "ﬁne",
  "\u0007bell",
  "w".repeat(150),
  "ﷺ".repeat(60),
];

const random = createRandom(7);
const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;

/**
 * The last agents hold a word that no other does: a search that walks in order of ids meets it late. Of two
 * more words, one is in as many scopes as are counted, and the other in one more.
 */
function toScope(agentId: number): string {
  const words = Array.from({ length: random(6) }, () => pick(WORDS));
  if (agentId > AGENTS - 80) words.push("latecomer");
  if (agentId <= MAX_MATCHES) words.push("brimful");
  if (agentId <= MAX_MATCHES + 1) words.push("overflowing");
  return toStoredText(words.join(pick([" ", ", ", ""])));
}

/** What is searched: a piece of some scope, of an address, a number, or a word. */
function toTerm(rows: AgentRow[]): string {
  const row = pick(rows);
  // By characters: no request can hold half of one.
  const text = [
    ...pick([
      fromStoredText(row.operational_scope),
      fromStoredText(row.operational_scope),
      row.agent_wallet,
      row.creator,
      pick(WORDS),
      String(random(500)),
      "latecomer",
    ]),
  ];
  const start = pick([0, random(Math.max(1, text.length - 3))]);
  const piece = (random(3) === 0 ? text : text.slice(start, start + 1 + random(12))).join("");
  return piece.trim() === "" ? "order" : piece;
}

/** Looks at every agent. */
function scan(rows: AgentRow[], { search = "", status, sort, order, limit, offset }: AgentsFilter) {
  const term = search.trim().toLowerCase();
  const words = toSearchWords(term);
  const last = words.pop();
  const hasWords = (scope: string) => {
    const found = toSearchWords(fromStoredText(scope));
    return (
      last !== undefined &&
      words.every((word) => found.includes(word)) &&
      found.some((word) => word.startsWith(last))
    );
  };
  const isNumber = /^\d{1,15}$/.test(term);
  const isOfAddress = !isNumber && /^(?:0x[\da-f]*|[\da-f]{6,})$/.test(term);
  const start = term.startsWith("0x") ? term : `0x${term}`;
  const matches = rows
    .filter((row) => status === undefined || row.status === AGENT_STATUSES.indexOf(status))
    .filter(
      (row) =>
        hasWords(row.operational_scope) ||
        (isNumber && row.agent_id === Number(term)) ||
        (isOfAddress &&
          [row.agent_wallet, row.creator, row.haftungsperson].some((text) =>
            text.toLowerCase().startsWith(start),
          )),
    )
    .toSorted((a, b) => {
      const difference = a[COLUMNS[sort]] - b[COLUMNS[sort]];
      return (order === "asc" ? difference : -difference) || a.agent_id - b.agent_id;
    });
  return {
    total: Math.min(matches.length, MAX_MATCHES),
    isTotalCapped: matches.length > MAX_MATCHES ? true : undefined,
    ids: matches
      .slice(0, MAX_MATCHES)
      .slice(offset, offset + limit)
      .map((row) => row.agent_id),
  };
}

let postgres: TestPostgres;
before(async () => {
  postgres = await usePostgres();
});
after(() => postgres?.stop());

for (const engine of testedEngines) {
  describe(`a search (${engine})`, () => {
    let dataDir: string;
    let database: Database<IndexSchema>;
    let rows: AgentRow[];
    before(async () => {
      dataDir = await createDataDir();
      const databaseUrl = engine === "postgres" ? await postgres.createDatabase() : undefined;
      await writeRegister({ dataDir, databaseUrl, agents: AGENTS, scopeOf: toScope });
      const fileName = "index.sqlite";
      database = await openDatabase<IndexSchema>({ dataDir, databaseUrl, fileName, migrations });
      rows = await database.db.selectFrom("agents").selectAll().execute();
    });
    after(async () => {
      await database?.close();
      await rm(dataDir, { recursive: true, force: true });
    });

    /** What a search finds is what a look at every agent finds. */
    async function compare(filter: AgentsFilter & { search: string }): Promise<void> {
      const { total, isTotalCapped, agents } = await searchAgents(database, filter, MAX_MATCHES);
      const found = { total, isTotalCapped, ids: agents.map((agent) => agent.agentId) };
      assert.deepEqual(found, scan(rows, filter), JSON.stringify(filter));
    }

    it("finds by index what a look at every agent finds, whatever is searched", async () => {
      for (let i = 0; i < SEARCHES; i += 1) {
        const status = pick([undefined, undefined, ...AGENT_STATUSES]);
        await compare({
          search: toTerm(rows),
          ...(status === undefined ? {} : { status }),
          sort: pick(["agentId", "registeredAt", "lastAttestation"]),
          order: pick(["asc", "desc"]),
          limit: 1 + random(20),
          offset: pick([0, 0, 5, 38, 40, 100]),
        });
      }
    });

    it("finds each word by itself, by its beginning, and together with another, whatever is in it", async () => {
      const all = { sort: "agentId", order: "asc", limit: 20, offset: 0 } as const;
      for (const word of WORDS)
        for (const search of [
          word,
          [...word].slice(0, 3).join(""),
          `order ${word}`,
          `${word} AND`,
          `${word}*`,
        ])
          await compare({ ...all, search });
    });

    it("finds no part from the middle of a word, and nothing without a letter or digit", async () => {
      const all = { sort: "agentId", order: "asc", limit: 20, offset: 0 } as const;
      for (const search of ["atecomer", "rimfu", "*", '"', "%", "()", "\0", "'':*"])
        assert.deepEqual(await searchAgents(database, { ...all, search }, MAX_MATCHES), {
          total: 0,
          agents: [],
        });
    });

    it("tells exactly as many matches as are counted from one more", async () => {
      for (const search of ["brimful", "overflowing"])
        for (const sort of ["agentId", "registeredAt", "lastAttestation"] as const)
          for (const order of ["asc", "desc"] as const)
            for (const offset of [0, MAX_MATCHES - 1, MAX_MATCHES])
              await compare({ search, sort, order, limit: 20, offset });
    });

    if (engine === "postgres")
      it("looks up words and beginnings of addresses that few agents have, and walks over none", async () => {
        const databaseUrl = await postgres.createDatabase();
        await writeRegister({ dataDir, databaseUrl, agents: 20_000 });
        const many = await openDatabase<IndexSchema>({
          dataDir,
          databaseUrl,
          fileName: "index.sqlite",
          migrations,
        });
        try {
          await sql`vacuum analyze`.execute(many.db);
          for (const sort of ["agentId", "lastAttestation"] as const) {
            const plan = await explainSearch(many, { search: "order 1999", sort, ...FIRST_PAGE });
            assert.match(plan, /Bitmap Index Scan on agent_search_by_word/, plan);
            assert.doesNotMatch(plan, /Filter: \(words @@/, plan);
          }
          const search = toWallet(19_999).slice(0, 12);
          const plan = await explainSearch(many, { search, sort: "agentId", ...FIRST_PAGE });
          assert.match(plan, /Index (Only )?Scan (using|on) agents_by_wallet/, plan);
          assert.doesNotMatch(plan, /agents_pkey.*\n(?! +Index Cond)/, plan);
        } finally {
          await many.close();
        }
      });
  });
}

const FIRST_PAGE = { order: "asc", limit: 20, offset: 0 } as const;

/** How PostgreSQL answers the last query of a search, of which five matches are wanted. */
async function explainSearch(
  { db, engine }: Pick<Database<IndexSchema>, "db" | "engine">,
  filter: AgentsFilter & { search: string },
): Promise<string> {
  const nodes: RootOperationNode[] = [];
  const noted = db.withPlugin({
    transformQuery({ node }) {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await searchAgents({ db: noted, engine }, filter, 5);
  const query = db.getExecutor().compileQuery(nodes.at(-1) as RootOperationNode, createQueryId());
  const explained = { ...query, sql: `explain ${query.sql}` };
  const { rows } = await db.executeQuery<Record<"QUERY PLAN", string>>(explained);
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}
