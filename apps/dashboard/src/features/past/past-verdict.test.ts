import assert from "node:assert/strict";
import test from "node:test";
import type { Filing } from "@agent-registry/protocol";
import type { StatusFiling } from "../../shared/verdict/filing-actor.ts";
import { findAttester, toPastVerdict } from "./past-verdict.ts";

const judged = {
  asOf: { timestamp: "2026-03-10T12:00:00.000Z", block: 7 },
  reason: "active-and-attested",
  isWalletReleased: false,
  consents: { wallet: true, haftungsperson: true, parent: true },
  refusals: { haftungsperson: false, parent: false },
  agent: {
    agentWallet: "0x01",
    haftungsperson: "0x03",
    lastAttestation: "2026-03-08T12:00:00.000Z",
  },
} as const satisfies Parameters<typeof toPastVerdict>[0];

test("a compliant agent was agreed to by both, by one, refused, or its own Haftungsperson", () => {
  const verdict = toPastVerdict(judged, undefined);
  assert.deepEqual([verdict.tone, verdict.title], ["green", "Was compliant"]);
  assert.equal(verdict.sentence, "Active; it had last attested 2 days before.");
  assert.equal(verdict.agreement, "Wallet and Haftungsperson had agreed.");

  const missing = toPastVerdict(
    { ...judged, consents: { ...judged.consents, haftungsperson: false } },
    undefined,
  );
  assert.deepEqual([missing.tone, missing.title], ["yellow", "Was compliant, not agreed"]);
  assert.equal(missing.agreement, "The Haftungsperson had not agreed to answer for this agent.");

  const refused = toPastVerdict(
    { ...judged, refusals: { ...judged.refusals, haftungsperson: true } },
    undefined,
  );
  assert.deepEqual([refused.tone, refused.title], ["red", "Had been refused by its Haftungsperson"]);

  const alone = { ...judged, agent: { ...judged.agent, haftungsperson: judged.agent.agentWallet } };
  const selfLiable = toPastVerdict(alone, undefined);
  assert.deepEqual([selfLiable.tone, selfLiable.title], ["yellow", "Was compliant, its own Haftungsperson"]);
  assert.equal(
    selfLiable.agreement,
    "Wallet and Haftungsperson were one key: nobody else answered for this agent.",
  );

  const released = toPastVerdict({ ...judged, isWalletReleased: true }, undefined);
  assert.deepEqual([released.tone, released.title], ["red", "Wallet had been released"]);
});

test("the age of an attestation is counted to the moment, not to today", () => {
  const lastAttestation = "2026-03-01T12:00:00.000Z";
  const lapsed = toPastVerdict(
    { ...judged, reason: "attestation-lapsed", agent: { ...judged.agent, lastAttestation } },
    undefined,
  );
  assert.deepEqual([lapsed.tone, lapsed.title], ["red", "Was not compliant"]);
  assert.match(lapsed.sentence, /^Active, but its last attestation had lapsed 2 days before;/);
});

test("a stopped agent's verdict tells who did it, when, and why, if that is known", () => {
  const filing = {
    kind: "status-changed",
    newStatus: "Suspended",
    oldStatus: "Active",
    reason: "under review",
    actorRole: "regulator",
    cause: "suspended",
    timestamp: "2026-03-09T08:00:00.000Z",
    actor: "0x09",
    blockNumber: 6,
    transactionHash: "0x0a",
  } as unknown as StatusFiling;
  const known = toPastVerdict({ ...judged, reason: "suspended" }, filing);
  assert.deepEqual(
    [known.tone, known.sentence, known.quote],
    ["yellow", "Suspended by a regulator on 9 March 2026", "under review"],
  );
  const unknown = toPastVerdict({ ...judged, reason: "revoked" }, undefined);
  assert.deepEqual([unknown.tone, unknown.sentence, unknown.quote], ["red", "Revoked.", null]);
});

const change = (newAttester: string | null) => ({ kind: "attester-changed", newAttester }) as Filing;
const attested = { kind: "attested" } as Filing;

test("the last change says who the attester was", () => {
  assert.equal(findAttester([attested, change("0xNew"), change("0xOld")]), "0xNew");
  assert.equal(findAttester([attested, change(null), change("0xOld")]), null);
  assert.equal(findAttester([attested]), null);
});
