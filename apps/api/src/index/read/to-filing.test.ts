import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FilingSchema } from "@agent-registry/protocol";
import { parseExactly } from "@agent-registry/testkit";
import { pad, zeroAddress } from "viem";
import { testAddress } from "../../testing/test-rows.ts";
import { type FilingData, type FilingKind, toKindNumber } from "../filing-data.ts";
import { toConsentBits } from "../parties.ts";
import type { FilingRow } from "../schema.ts";
import { toFiling } from "./to-filing.ts";

const NONE = { wallet: false, haftungsperson: false, parent: false };
const HASHES = { constitutionHash: pad("0x02", { size: 32 }), capabilityHash: pad("0x03", { size: 32 }) };
const SILENCE = { consents: 0, refusals: 0, wallet_word: 0, haftungsperson_word: 0, parent_word: 0 };
const ALL = { wallet: true, haftungsperson: true, parent: true };

function toRow<Kind extends FilingKind>(kind: Kind, data: FilingData[Kind]): FilingRow {
  const row: Partial<FilingRow> = {
    agent_id: 1,
    position: 1,
    kind: toKindNumber(kind),
    timestamp: 1_772_366_400,
    block_number: 7,
    transaction_hash: pad("0x01", { size: 32 }),
    actor: testAddress(1).toLowerCase(),
    data: JSON.stringify(data),
  };
  return row as FilingRow;
}

describe("a filing of consent", () => {
  for (const [name, before, given] of [
    ["the first", NONE, { ...NONE, wallet: true }],
    ["one after another's", { ...NONE, wallet: true }, { ...NONE, haftungsperson: true }],
    ["a root's, whose parent flag stood before", { ...NONE, parent: true }, { ...NONE, wallet: true }],
    ["one for two places", { ...NONE, parent: true }, { ...NONE, wallet: true, haftungsperson: true }],
    ["one for all", NONE, ALL],
    ["one that it had given before", { ...NONE, wallet: true }, { ...NONE, wallet: true }],
  ] as const) {
    it(`tells what its own actor gave: ${name}`, () => {
      const after = {
        wallet: before.wallet || given.wallet,
        haftungsperson: before.haftungsperson || given.haftungsperson,
        parent: before.parent || given.parent,
      };
      const data = {
        consents: toConsentBits(after),
        given: toConsentBits(given),
        before: { ...SILENCE, consents: toConsentBits(before) },
        ...HASHES,
      };
      const filing = toFiling(toRow("consent-given", data));
      assert.ok(filing.kind === "consent-given");
      assert.deepEqual(filing.given, given);
      const { wallet, haftungsperson, parent } = filing;
      assert.deepEqual({ wallet, haftungsperson, parent }, after);
      FilingSchema.parse(filing);
    });
  }
});

describe("a filing of refusal", () => {
  const HAFTUNGSPERSON = 2;
  const PARENT = 4;
  for (const [name, before, refusals, suspends, refused] of [
    ["one that adds", PARENT, PARENT | HAFTUNGSPERSON, false, { haftungsperson: true, parent: false }],
    [
      "one that suspends again",
      HAFTUNGSPERSON,
      HAFTUNGSPERSON,
      true,
      { haftungsperson: true, parent: false },
    ],
  ] as const) {
    it(`tells what its own actor refused: ${name}`, () => {
      const data = { refusals, suspends, before: { ...SILENCE, refusals: before } };
      const filing = toFiling(toRow("consent-refused", data));
      assert.ok(filing.kind === "consent-refused");
      assert.deepEqual([filing.refused, filing.suspends], [refused, suspends]);
      FilingSchema.parse(filing);
    });
  }
});

describe("a filing about the keys of an entry", () => {
  const [oldKey, newKey] = [testAddress(0xa1), testAddress(0xa2)];
  const toLower = (address: string) => address.toLowerCase();
  const names = { oldWallet: toLower(oldKey), newWallet: toLower(newKey) };

  it("names both wallets, or null in the place of none", () => {
    const changed = toFiling(toRow("wallet-changed", { ...names, before: SILENCE, ...HASHES }));
    assert.ok(changed.kind === "wallet-changed");
    assert.deepEqual([changed.oldWallet, changed.newWallet], [oldKey, newKey]);
    const proposals = { oldProposal: zeroAddress, newProposal: toLower(newKey) };
    const proposed = toFiling(toRow("wallet-proposed", proposals));
    assert.ok(proposed.kind === "wallet-proposed");
    assert.deepEqual([proposed.oldProposal, proposed.newProposal], [null, newKey]);
    const removal = { oldAttester: toLower(oldKey), newAttester: zeroAddress };
    const removed = toFiling(toRow("attester-changed", removal));
    assert.ok(removed.kind === "attester-changed");
    assert.deepEqual([removed.oldAttester, removed.newAttester], [oldKey, null]);
    for (const filing of [changed, proposed, removed]) FilingSchema.parse(filing);
  });
});

describe("a filing about a person or a notary", () => {
  const [person, notary] = [testAddress(0xab), testAddress(0xcd)];
  const parties = { person: person.toLowerCase(), notary: notary.toLowerCase() };
  const ref = pad("0x0e", { size: 32 });

  it("tells kind and level of person in words, and both addresses", () => {
    for (const [number, personKind] of [
      [1, "natural"],
      [2, "legal"],
    ] as const)
      for (const [place, level] of (["low", "substantial", "high"] as const).entries()) {
        const data = { ...parties, personKind: number, level: place + 1, until: 1_772_366_401, ref };
        const filing = FilingSchema.parse(toFiling(toRow("person-certified", data)));
        assert.ok(filing.kind === "person-certified");
        const { person: named, notary: by, personKind: kind, level: found, until, ref: reference } = filing;
        assert.deepEqual([named, by, kind, found, reference], [person, notary, personKind, level, ref]);
        assert.equal(until, "2026-03-01T12:00:01.000Z");
      }
  });

  it("names person and notary of a certificate, and a notary alone if it is about no other", () => {
    for (const kind of ["certificate-accepted", "certificate-ended"] as const) {
      const filing = FilingSchema.parse(toFiling(toRow(kind, parties)));
      assert.ok(filing.kind === kind);
      assert.deepEqual([filing.person, filing.notary], [person, notary]);
    }
    for (const kind of ["notary-added", "notary-removed"] as const) {
      const filing = FilingSchema.parse(toFiling(toRow(kind, { notary: parties.notary })));
      assert.ok(filing.kind === kind);
      assert.equal(filing.notary, notary);
      assert.ok(!("person" in filing));
    }
  });
});

describe("a filing of any kind", () => {
  const address = testAddress(0xab).toLowerCase();
  const other = testAddress(0xcd).toLowerCase();
  const time = 1_772_366_400;
  const hash = HASHES.constitutionHash;
  const words = { before: SILENCE, ...HASHES };
  const proposal = { oldProposal: zeroAddress, newProposal: address };
  const certificate = { person: address, notary: other };
  const filings: { [Kind in FilingKind]: FilingData[Kind] } = {
    registered: { haftungsperson: address, agentWallet: other, parentAgentId: 3, ...HASHES },
    attested: { previousAttestation: time },
    "revenue-reported": {
      ...{ amount: 5, currency: "USDC", category: "research" },
      ...{ periodStart: time, periodEnd: time + 1, before: 0 },
    },
    "capabilities-updated": { oldHash: hash, newHash: HASHES.capabilityHash },
    "constitution-updated": { oldHash: hash, newHash: HASHES.capabilityHash },
    "status-changed": { oldStatus: 1, newStatus: 0, reason: "", endsRefusal: true },
    "consent-given": { consents: 3, given: 1, ...words },
    "consent-refused": { refusals: 2, suspends: true, before: SILENCE },
    "wallet-released": { agentWallet: address, before: SILENCE },
    "haftungsperson-proposed": proposal,
    "haftungsperson-changed": { oldHaftungsperson: address, newHaftungsperson: other, ...words },
    "wallet-proposed": proposal,
    "wallet-changed": { oldWallet: address, newWallet: other, ...words },
    "attester-changed": { oldAttester: address, newAttester: zeroAddress },
    "person-certified": { ...certificate, personKind: 1, level: 2, until: time, ref: hash },
    "certificate-accepted": certificate,
    "certificate-ended": certificate,
    "notary-added": { notary: other },
    "notary-removed": { notary: other },
  };

  for (const [kind, data] of Object.entries(filings) as [FilingKind, FilingData[FilingKind]][])
    it(`shows exactly the fields of its schema: ${kind}`, () => {
      parseExactly(FilingSchema, toFiling(toRow(kind, data)));
    });
});
