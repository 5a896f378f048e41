import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pad } from "viem";
import type { EventBody, RegistryEvent } from "../../chain/decode-event.ts";
import { testRegistration } from "../../testing/test-registration.ts";
import { testAddress } from "../../testing/test-rows.ts";
import { applyEvent } from "./apply-event.ts";
import { createChange, InconsistentLogs } from "./change.ts";

const SOMEBODY = testAddress(0xa1).toLowerCase();
const [HASH, OTHER_HASH] = [pad("0x01", { size: 32 }), pad("0x02", { size: 32 })];
const [ACTIVE, SUSPENDED] = [0, 1];

/** Event number n happens at second n. */
const toEvent = (body: EventBody, timestamp: number): RegistryEvent => ({
  agentId: 1,
  actor: SOMEBODY,
  blockNumber: timestamp,
  logIndex: 0,
  blockHash: HASH,
  transactionHash: HASH,
  timestamp,
  ...body,
});

const registered = testRegistration();
const attestedAfter = (previousAttestation: number): EventBody => ({ kind: "attested", previousAttestation });
const suspended: EventBody = {
  kind: "status-changed",
  oldStatus: ACTIVE,
  newStatus: SUSPENDED,
  reason: "",
};
const reported: EventBody = {
  kind: "revenue-reported",
  amount: 1,
  currency: "EUR",
  category: "research",
  periodStart: 0,
  periodEnd: 1,
};
const updated = (kind: "capabilities-updated" | "constitution-updated", oldHash: string): EventBody => ({
  kind,
  oldHash,
  newHash: OTHER_HASH,
});

function applyAll(bodies: EventBody[]): void {
  const change = createChange({ agents: [], lastSequence: 0, lastAgentId: 0 });
  for (const [i, body] of bodies.entries()) applyEvent(change, toEvent(body, i + 1));
}

describe("a log that was left out is noticed with the agent's next change", () => {
  const cases: [string, EventBody[], EventBody][] = [
    ["an attestation, by the next attestation", [], attestedAfter(2)],
    ["one of several attestations", [attestedAfter(1)], attestedAfter(1)],
    ["a reactivation, by an attestation", [suspended], attestedAfter(1)],
    ["a reactivation, by a revenue report", [suspended], reported],
    ["a reactivation, by new capabilities", [suspended], updated("capabilities-updated", HASH)],
    ["a reactivation, by a new constitution", [suspended], updated("constitution-updated", HASH)],
    ["a reactivation, by another suspension", [suspended], suspended],
    ["an update of the capabilities", [], updated("capabilities-updated", OTHER_HASH)],
    ["an update of the constitution", [], updated("constitution-updated", OTHER_HASH)],
    ["a registration", [], { ...registered, agentWallet: testAddress(0xa2) }],
  ];
  for (const [name, before, next] of cases) {
    it(`notices ${name}`, () => {
      assert.doesNotThrow(() => applyAll([registered, ...before]));
      assert.throws(() => applyAll([registered, ...before, next]), InconsistentLogs);
    });
  }

  it("takes what follows from the index", () => {
    const all = [registered, attestedAfter(1), attestedAfter(2), reported, suspended];
    assert.doesNotThrow(() => applyAll(all));
    assert.doesNotThrow(() => applyAll([registered, updated("capabilities-updated", HASH)]));
    assert.doesNotThrow(() => applyAll([registered, updated("constitution-updated", HASH)]));
  });
});
