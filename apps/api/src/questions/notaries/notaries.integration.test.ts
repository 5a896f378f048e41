import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { BulkKyaResponse, NotariesResponse, NotaryResponse } from "@agent-registry/protocol";
import { parseExactly, type TestPostgres, testedEngines, usePostgres } from "@agent-registry/testkit";
import { pad, toHex } from "viem";
import type { EventBody, RegistryEvent } from "../../chain/decode-event.ts";
import { readAtBlock } from "../../index/at-block.ts";
import { readCertificates } from "../../index/read/read-certificates.ts";
import { openIndex, TEST_ANCHOR } from "../../testing/open-index.ts";
import { createRandom } from "../../testing/random-chain.ts";
import { readAtom } from "../../testing/read-atom.ts";
import { createTestApi } from "../../testing/test-api.ts";
import { testRegistration } from "../../testing/test-registration.ts";
import { TEST_NOW, testAddress } from "../../testing/test-rows.ts";
import { readSignedEntry } from "../signed/read-entry.ts";

const HASH = pad("0x01", { size: 32 });
const notaries = [0xd1, 0xd2].map((n) => testAddress(n).toLowerCase());
const persons = [0xa1, 0xa2, 0xa3, 0xa4].map((n) => testAddress(n).toLowerCase());
const [person = ""] = persons;
const WALLET = testAddress(0xe1);
const STEPS = 200;
const certifiedRule = { level: "high", kind: "legal", notaries: notaries.slice(0, 1) };

/** Certificates are made, replaced, accepted and ended as it comes; at the end both notaries are accredited. */
function createEvents(): EventBody[] {
  const random = createRandom(7);
  const pick = <T>(list: readonly T[]) => list[random(list.length)] as T;
  const standing = new Set<string>();
  const events: EventBody[] = notaries.map((notary) => ({ kind: "notary-added", notary }));
  for (let step = 0; step < STEPS; step += 1) {
    const parties = { person: pick(persons), notary: pick(notaries) };
    const key = JSON.stringify(parties);
    const kind = pick(["person-certified", "certificate-accepted", "certificate-ended"] as const);
    if (kind === "person-certified") {
      const terms = { personKind: pick([1, 2]), level: pick([1, 2, 3]), until: TEST_NOW + 100, ref: HASH };
      events.push({ kind, ...parties, ...terms });
      standing.add(key);
    } else if (standing.has(key)) {
      events.push({ kind, ...parties });
      if (kind === "certificate-ended") standing.delete(key);
    }
  }
  const [notary = ""] = notaries;
  const high = { personKind: 2, level: 3, until: TEST_NOW + 100, ref: HASH };
  events.push({ kind: "person-certified", person, notary, ...high });
  events.push({ kind: "certificate-accepted", person, notary });
  return events;
}

let postgres: TestPostgres;
before(async () => {
  postgres = await usePostgres();
});
after(() => postgres?.stop());

for (const engine of testedEngines) {
  describe(`what is certified, as questions read it (${engine})`, () => {
    let index: Awaited<ReturnType<typeof openIndex>>;
    before(async () => {
      index = await openIndex(engine === "postgres" ? await postgres.createDatabase() : undefined);
      await index.startOver();
      const number = TEST_ANCHOR.number + 1;
      const { timestamp } = TEST_ANCHOR;
      const hash = pad(toHex(number), { size: 32 });
      const place = { blockNumber: number, blockHash: hash, transactionHash: HASH, timestamp, actor: person };
      const registration = testRegistration({
        agentWallet: WALLET.toLowerCase(),
        haftungsperson: person,
      });
      const events = [registration, ...createEvents()].map((event, logIndex) => ({
        agentId: logIndex === 0 ? 1 : 0,
        logIndex,
        ...place,
        ...event,
      })) as RegistryEvent[];
      await index.writer.apply({ events, blocks: [{ number, hash, timestamp }] });
    });
    after(() => index?.close());

    const open = () => createTestApi({ index: index.asked });
    const certified = { notary: notaries[0], kind: "legal", level: "high", until: TEST_NOW + 100 };

    it("is of each notary what it is of the persons", async () => {
      const { get } = open();
      const { byPerson } = await readAtBlock(index.asked.open, "look-up", async (at) => ({
        byPerson: await readCertificates(at, persons, at.lastSequence),
      }));
      const all = [...byPerson.values()].flat();
      const { data } = parseExactly(NotariesResponse, (await get("/api/v1/notaries")).body);
      assert.equal(data.length, notaries.length);
      for (const { notary, certificates } of data) {
        const expected = all.filter((certificate) => certificate.notary === notary);
        assert.ok(expected.length > 0);
        assert.equal(certificates, expected.length);
        const found: NotaryResponse["data"] = [];
        for (let offset = 0; offset <= certificates; offset += 1) {
          const page = (await get(`/api/v1/notary/${notary}?limit=1&offset=${offset}`)).body;
          found.push(...parseExactly(NotaryResponse, page).data);
        }
        const read = ({ person, level, counts }: NotaryResponse["data"][number]) =>
          `${person} ${level} ${counts}`;
        assert.deepEqual(
          found.map(read).sort(),
          expected.map(({ person, level, isAccepted }) => `${person} ${level} ${isAccepted}`).sort(),
        );
      }
    });

    it("decides at one block, is signed, stands in the past and in the feed", async () => {
      const { app, get } = open();
      const response = await app.request("/api/v1/kya", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          wallets: [WALLET],
          policy: { certified: certifiedRule, lineage: "ancestors" },
        }),
      });
      const { block, data } = parseExactly(BulkKyaResponse, await response.json());
      assert.equal(block.number, TEST_ANCHOR.number + 1);
      // Its last attestation is years ago.
      assert.deepEqual(data[0]?.objections, ["attestation-lapsed"]);
      const { record } = await readAtBlock(index.asked.open, "look-up", (at) =>
        readSignedEntry(at, { wallet: WALLET.toLowerCase() as typeof WALLET }, { now: () => TEST_NOW }),
      );
      assert.deepEqual([record?.certified, record?.partiesBlock], [certified, block.number]);
      const past = (await get(`/api/v1/kya/${WALLET}/at?block=${block.number}`)).body;
      assert.equal(past.certificates[0].level, "high");
      const feed = await app.request(`/api/v1/haftungsperson/${person}/feed.atom`);
      const [newest] = readAtom(await feed.text()).entries;
      assert.match(newest?.title ?? "", /^Person 0x\w+: Accepted the certificate of notary/);
    });
  });
}
