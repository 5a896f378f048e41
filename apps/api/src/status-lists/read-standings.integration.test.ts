import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { findStatus } from "@agent-registry/protocol/signed";
import { type TestPostgres, testedEngines, usePostgres } from "@agent-registry/testkit";
import { pad, toHex, zeroAddress } from "viem";
import type { EventBody } from "../chain/decode-event.ts";
import { readAtBlock } from "../index/at-block.ts";
import { openIndex, TEST_ANCHOR } from "../testing/open-index.ts";
import { testRegistration } from "../testing/test-registration.ts";
import { testAddress } from "../testing/test-rows.ts";
import { readStandingChange, readStandings } from "./read-standings.ts";

const [person, successor, newWallet, notary] = [0xa1, 0xc3, 0xd4, 0xe5].map((n) =>
  testAddress(n).toLowerCase(),
) as [string, string, string, string];
const HASH = pad("0x01", { size: 32 });
const ALL = { wallet: true, haftungsperson: true, parent: true };

type Step = { event: EventBody; value: 0 | 2 | 3; isChange: boolean };

/** One agent's life: how it stands in a list after each filing, and whether lists must be built anew for that. */
const LIFE: Step[] = [
  {
    event: testRegistration({ consents: { ...ALL, haftungsperson: false } }),
    value: 0,
    isChange: false,
  },
  { event: { kind: "consent-given", consents: ALL, places: 4 }, value: 0, isChange: false },
  { event: { kind: "capabilities-updated", oldHash: HASH, newHash: HASH }, value: 0, isChange: false },
  {
    event: { kind: "consent-refused", refusals: { haftungsperson: false, parent: true }, suspends: false },
    value: 3,
    isChange: true,
  },
  {
    event: { kind: "haftungsperson-proposed", oldProposal: zeroAddress, newProposal: successor },
    value: 0,
    isChange: false,
  },
  {
    event: { kind: "haftungsperson-changed", oldHaftungsperson: person, newHaftungsperson: successor },
    value: 3,
    isChange: true,
  },
  {
    event: { kind: "wallet-proposed", oldProposal: zeroAddress, newProposal: newWallet },
    value: 0,
    isChange: false,
  },
  { event: { kind: "wallet-changed", oldWallet: person, newWallet }, value: 3, isChange: true },
  {
    event: { kind: "attester-changed", oldAttester: zeroAddress, newAttester: person },
    value: 0,
    isChange: false,
  },
  {
    event: { kind: "consent-given", consents: { ...ALL, parent: false }, places: 2 },
    value: 0,
    isChange: false,
  },
  { event: { kind: "status-changed", oldStatus: 0, newStatus: 1, reason: "" }, value: 2, isChange: true },
  {
    event: { kind: "consent-refused", refusals: { haftungsperson: true, parent: true }, suspends: false },
    value: 2,
    isChange: true,
  },
  { event: { kind: "status-changed", oldStatus: 1, newStatus: 0, reason: "" }, value: 0, isChange: true },
  { event: { kind: "notary-added", notary }, value: 0, isChange: true },
  { event: certify(successor), value: 3, isChange: true },
  { event: { kind: "certificate-accepted", person: successor, notary }, value: 3, isChange: true },
  // No longer the agent's Haftungsperson.
  { event: certify(person), value: 0, isChange: true },
  { event: { kind: "notary-added", notary: newWallet }, value: 0, isChange: true },
  { event: { kind: "notary-removed", notary }, value: 3, isChange: true },
  { event: { kind: "notary-added", notary }, value: 3, isChange: true },
  { event: { kind: "certificate-ended", person: successor, notary }, value: 3, isChange: true },
];

/** The notary's certificate about a person, in place of its earlier one. */
function certify(person: string): EventBody {
  return { kind: "person-certified", person, notary, personKind: 1, level: 2, until: 2 ** 32, ref: HASH };
}

let postgres: TestPostgres;
before(async () => {
  postgres = await usePostgres();
});
after(() => postgres?.stop());

for (const engine of testedEngines) {
  describe(`an agent whose parties or certificates change (${engine})`, () => {
    let index: Awaited<ReturnType<typeof openIndex>>;
    before(async () => {
      index = await openIndex(engine === "postgres" ? await postgres.createDatabase() : undefined);
      await index.startOver();
    });
    after(() => index?.close());

    /** How agent 1 stands in a list that asks about changes since this time. */
    async function findValue(partiesChangedSince: number): Promise<number | undefined> {
      const standings = await readAtBlock(index.asked.open, "long", (at) =>
        readStandings(at, { expiresAt: 0, partiesChangedSince }),
      );
      return findStatus(standings?.values ?? new Uint8Array(), 1);
    }

    it("is asked about from the change on, as long as bindings from before may be about", async () => {
      for (const [i, { event, value, isChange }] of LIFE.entries()) {
        const number = TEST_ANCHOR.number + 1 + i;
        const timestamp = TEST_ANCHOR.timestamp + 100 * (i + 1);
        const block = { number, hash: pad(toHex(number), { size: 32 }), timestamp };
        const place = {
          blockNumber: number,
          blockHash: block.hash,
          logIndex: 0,
          transactionHash: HASH,
          timestamp,
        };
        const agentId = "notary" in event ? 0 : 1;
        const events = [{ agentId, actor: person, ...place, ...event }];
        await index.writer.apply({ events, blocks: [block] });
        const what = `${i}: ${event.kind}`;
        assert.equal(await findValue(timestamp), value, what);
        assert.equal(await findValue(timestamp + 1), value === 3 ? 0 : value, `${what}, later`);
        assert.equal(await readStandingChange(index.db, i), isChange, what);
      }
    });
  });
}
