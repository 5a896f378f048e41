import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FilingSchema } from "@agent-registry/protocol";
import { pad } from "viem";
import { testAddress } from "../../testing/test-rows.ts";
import { toKindNumber } from "../filing-data.ts";
import { toConsentBits } from "../parties.ts";
import type { FilingRow } from "../schema.ts";
import { toFiling } from "./to-filing.ts";

const NONE = { wallet: false, haftungsperson: false, parent: false };
const ALL = { wallet: true, haftungsperson: true, parent: true };

function consentRow({ before, after }: { before: typeof NONE; after: typeof NONE }): FilingRow {
  const row: Partial<FilingRow> = {
    agent_id: 1,
    position: 1,
    kind: toKindNumber("consent-given"),
    timestamp: 1_772_366_400,
    block_number: 7,
    transaction_hash: pad("0x01", { size: 32 }),
    actor: testAddress(1).toLowerCase(),
    data: JSON.stringify({ consents: toConsentBits(after), before: { consents: toConsentBits(before) } }),
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
  ] as const) {
    it(`tells what its own actor gave: ${name}`, () => {
      const after = {
        wallet: before.wallet || given.wallet,
        haftungsperson: before.haftungsperson || given.haftungsperson,
        parent: before.parent || given.parent,
      };
      const filing = toFiling(consentRow({ before, after }));
      assert.ok(filing.kind === "consent-given");
      assert.deepEqual(filing.given, given);
      const { wallet, haftungsperson, parent } = filing;
      assert.deepEqual({ wallet, haftungsperson, parent }, after);
      FilingSchema.parse(filing);
    });
  }
});
