import assert from "node:assert/strict";
import test from "node:test";
import type { Filing } from "@agent-registry/protocol";
import { toSinceThen } from "./since-then.ts";

const common = {
  timestamp: "2026-03-01T10:00:00.000Z",
  blockNumber: 1,
  transactionHash: "0x01",
  actor: "0x02",
};
const filing = (fields: object) => ({ ...common, ...fields }) as Filing;
const attested = filing({ kind: "attested" });
const suspended = filing({ kind: "status-changed", newStatus: "Suspended" });
const reactivated = filing({ kind: "status-changed", newStatus: "Active" });
const handedOver = filing({ kind: "haftungsperson-changed" });

test("what changed the entry comes first, in its order, then how often it was attested and reported", () => {
  const newestFirst = [
    ...Array.from({ length: 12 }, () => attested),
    filing({ kind: "revenue-reported" }),
    handedOver,
    suspended,
  ];
  assert.deepEqual(toSinceThen(newestFirst), [
    "suspended",
    "Haftungsperson handed over",
    "12 attestations",
    "1 revenue report",
  ]);
});

test("what happened several times is told once", () => {
  assert.deepEqual(toSinceThen([reactivated, suspended, reactivated, suspended]), [
    "suspended (2 times)",
    "reactivated (2 times)",
  ]);
});

test("a word is told with the party whose word it is", () => {
  const given = filing({
    kind: "consent-given",
    given: { wallet: true, haftungsperson: true, parent: false },
  });
  const refused = filing({ kind: "consent-refused", refused: { haftungsperson: false, parent: true } });
  assert.deepEqual(toSinceThen([refused, given]), [
    "wallet agreed",
    "Haftungsperson agreed",
    "parent refused",
  ]);
});

test("new keys are told by what they are for", () => {
  const newestFirst = [
    filing({ kind: "attester-changed", oldAttester: "0xB", newAttester: null }),
    filing({ kind: "attester-changed", oldAttester: "0xA", newAttester: "0xB" }),
    filing({ kind: "attester-changed", oldAttester: null, newAttester: "0xA" }),
    filing({ kind: "wallet-changed" }),
    filing({ kind: "wallet-proposed", newProposal: "0xNew" }),
    filing({ kind: "wallet-proposed", newProposal: null }),
  ];
  assert.deepEqual(toSinceThen(newestFirst), [
    "proposed wallet dropped",
    "new wallet proposed",
    "wallet replaced",
    "attester named",
    "attester changed",
    "attester removed",
  ]);
});

test("if nothing was filed, there is nothing to tell", () => {
  assert.deepEqual(toSinceThen([]), []);
});

test("a filing of a kind that is newer than this page is counted as something that it does not know", () => {
  const unknown = filing({ kind: "of-a-newer-contract" });
  assert.deepEqual(toSinceThen([unknown, suspended, unknown]), [
    "something that this page does not know (2 times)",
    "suspended",
  ]);
});
