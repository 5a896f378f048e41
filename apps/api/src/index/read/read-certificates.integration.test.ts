import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type TestPostgres, testedEngines, usePostgres } from "@agent-registry/testkit";
import { type Compilable, CompiledQuery, sql } from "kysely";
import { pad, toHex } from "viem";
import { type EventBody, NO_AGENT, type RegistryEvent } from "../../chain/decode-event.ts";
import { openIndex, TEST_ANCHOR } from "../../testing/open-index.ts";
import { testAddress } from "../../testing/test-rows.ts";
import { readCertificates, toAccreditationsQuery, toCertificatesQuery } from "./read-certificates.ts";

const account = (number: number) => testAddress(number).toLowerCase();
const hash = (number: number) => pad(toHex(number), { size: 32 });
const [PERSON, OTHER, COMPANY] = [0xb1, 0xb2, 0xb3] as const;
const [FIRST, SECOND] = [0xc1, 0xc2] as const;

const pair = (person: number, notary: number) => ({ person: account(person), notary: account(notary) });
const certify = (person: number, notary: number, level: number): EventBody => ({
  kind: "person-certified",
  ...pair(person, notary),
  ...{ personKind: person === COMPANY ? 2 : 1, level, until: 2_000_000_000 + level, ref: hash(level) },
});
const accept = (person: number, notary: number): EventBody => ({
  kind: "certificate-accepted",
  ...pair(person, notary),
});
const end = (person: number, notary: number): EventBody => ({
  kind: "certificate-ended",
  ...pair(person, notary),
});
const add = (notary: number): EventBody => ({ kind: "notary-added", notary: account(notary) });
const remove = (notary: number): EventBody => ({ kind: "notary-removed", notary: account(notary) });

/** Each is a block and a second of its own, and its number the one in the register. */
const bodies = [
  add(FIRST), // 1
  add(SECOND),
  certify(PERSON, FIRST, 1), // 3
  certify(PERSON, SECOND, 2),
  accept(PERSON, FIRST), // 5
  certify(OTHER, FIRST, 3),
  accept(PERSON, SECOND), // 7
  certify(PERSON, FIRST, 3),
  remove(FIRST), // 9
  accept(PERSON, FIRST),
  end(PERSON, SECOND), // 11
  add(FIRST),
  certify(COMPANY, SECOND, 1), // 13
];
const events = bodies.map((body, i): RegistryEvent => {
  const number = i + 1;
  const place = { blockNumber: TEST_ANCHOR.number + number, blockHash: hash(number), logIndex: 0 };
  const at = { transactionHash: hash(0xf00 + number), timestamp: TEST_ANCHOR.timestamp + number };
  return { agentId: NO_AGENT, actor: account(FIRST), ...place, ...at, ...body };
});
const placeOf = (sequence: number) => ({
  timestamp: TEST_ANCHOR.timestamp + sequence,
  transactionHash: hash(0xf00 + sequence),
});

let postgres: TestPostgres;
before(async () => {
  postgres = await usePostgres();
});
after(() => postgres?.stop());

for (const engine of testedEngines) {
  describe(`what is certified about persons (${engine})`, () => {
    let index: Awaited<ReturnType<typeof openIndex>>;
    before(async () => {
      index = await openIndex(engine === "postgres" ? await postgres.createDatabase() : undefined);
      await index.startOver();
      await applyFrom(1);
    });
    after(() => index?.close());

    async function applyFrom(sequence: number): Promise<void> {
      const rest = events.slice(sequence - 1);
      const blocks = rest.map(({ blockNumber: number, blockHash, timestamp }) => {
        return { number, hash: blockHash, timestamp };
      });
      await index.writer.apply({ events: rest, blocks });
    }

    const read = (persons: number[], upTo: number) =>
      readCertificates({ db: index.db, engine }, persons.map(account), upTo);
    /** Notary, number of the filing that certified, whether it is accepted, whether the notary is accredited. */
    async function standAt(person: number, upTo: number) {
      const found = (await read([person], upTo)).get(account(person)) ?? [];
      return found.map(({ notary, certified, isAccepted, isAccredited }) => [
        Number(BigInt(notary) & 0xffn),
        certified.timestamp - TEST_ANCHOR.timestamp,
        isAccepted,
        isAccredited,
      ]);
    }

    it("is every certificate on record, newest first, with what made it what it is", async () => {
      const found = await read([PERSON, OTHER, COMPANY, 0xb9, PERSON], 8);
      assert.deepEqual([...found.keys()].sort(), [account(PERSON), account(OTHER)]);
      const common = { person: testAddress(PERSON), kind: "natural", isAccredited: true };
      assert.deepEqual(found.get(account(PERSON)), [
        {
          ...common,
          ...{ notary: testAddress(FIRST), level: "high", until: 2_000_000_003, ref: hash(3) },
          ...{ isAccepted: false, certified: placeOf(8), accepted: undefined },
        },
        {
          ...common,
          ...{ notary: testAddress(SECOND), level: "substantial", until: 2_000_000_002, ref: hash(2) },
          ...{ isAccepted: true, certified: placeOf(4), accepted: placeOf(7) },
        },
      ]);
      assert.deepEqual(await read([], 8), new Map());
      const [ofCompany] = (await read([COMPANY], 13)).get(account(COMPANY)) ?? [];
      assert.deepEqual([ofCompany?.kind, ofCompany?.level], ["legal", "low"]);
    });

    for (const [upTo, name, expected] of [
      [0, "nothing is certified", []],
      [2, "there are notaries only", []],
      [3, "one notary has certified", [[FIRST, 3, false, true]]],
      [
        5,
        "the person has accepted one of two",
        [
          [SECOND, 4, false, true],
          [FIRST, 3, true, true],
        ],
      ],
      [
        8,
        "a newer one waits in place of the accepted one",
        [
          [FIRST, 8, false, true],
          [SECOND, 4, true, true],
        ],
      ],
      [
        9,
        "one notary is removed",
        [
          [FIRST, 8, false, false],
          [SECOND, 4, true, true],
        ],
      ],
      [
        10,
        "the removed notary's is accepted",
        [
          [FIRST, 8, true, false],
          [SECOND, 4, true, true],
        ],
      ],
      [11, "the other one is ended", [[FIRST, 8, true, false]]],
      [12, "the notary is accredited again", [[FIRST, 8, true, true]]],
    ] as const) {
      it(`as of filing ${upTo}: ${name}`, async () => {
        assert.deepEqual(await standAt(PERSON, upTo), expected);
      });
    }

    it("is the same after any of it was taken back and applied again", async () => {
      const dump = () => index.db.selectFrom("filings").selectAll().orderBy("sequence").execute();
      const all = await dump();
      for (let sequence = 1; sequence <= events.length; sequence += 1) {
        const number = TEST_ANCHOR.number + sequence - 1;
        const rows = await index.db.selectFrom("blocks").selectAll().where("number", "=", number).execute();
        assert.ok(rows[0]);
        await index.writer.undoTo(rows[0]);
        assert.deepEqual(await dump(), all.slice(0, sequence - 1));
        await applyFrom(sequence);
        assert.deepEqual(await dump(), all);
      }
    });

    /** PostgreSQL scans what is small. With that off, the plan shows whether it can do without. */
    async function explain(query: Compilable): Promise<string> {
      const { sql: text, parameters } = query.compile();
      const prefix = engine === "sqlite" ? "explain query plan" : "explain";
      return index.db.transaction().execute(async (db) => {
        if (engine === "postgres")
          for (const way of ["seqscan", "bitmapscan"])
            await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(db);
        const plan = CompiledQuery.raw(`${prefix} ${text}`, [...parameters]);
        const { rows } = await db.executeQuery<Record<string, unknown>>(plan);
        return rows.map((row) => String(row.detail ?? row["QUERY PLAN"])).join("\n");
      });
    }

    it("is found by an index, whatever else is filed", async () => {
      const source = { db: index.db, engine };
      for (const asked of [[PERSON], [PERSON, OTHER]].map((persons) => persons.map(account)))
        for (const [name, query] of [
          ["certificates_of_person", toCertificatesQuery(source, asked, 8)],
          ["accreditations", toAccreditationsQuery(source, asked, 8)],
        ] as const) {
          const plan = await explain(query);
          assert.match(plan, new RegExp(`\\b${name}\\b`), plan);
          assert.doesNotMatch(plan, /SCAN filings|Seq Scan/, plan);
        }
    });
  });
}
