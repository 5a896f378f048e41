import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pad, zeroAddress } from "viem";
import type { EventBody, RegistryEvent } from "../../chain/registry-event.ts";
import { testRegistration } from "../../testing/test-registration.ts";
import { testAddress } from "../../testing/test-rows.ts";
import { applyEvent } from "./apply-event.ts";
import { createChange, InconsistentLogs } from "./change.ts";
import { undoFiling } from "./undo-filing.ts";

const address = (number: number) => testAddress(number).toLowerCase();
const [WALLET, HAFTUNGSPERSON, SUCCESSOR] = [address(0xa1), address(0xb2), address(0xc3)];
const [HASH, OTHER_HASH] = [pad("0x01", { size: 32 }), pad("0x02", { size: 32 })];
const hashes = { constitutionHash: HASH, capabilityHash: HASH };

const toEvent = (body: EventBody, agentId = 1): RegistryEvent => ({
  agentId,
  actor: HAFTUNGSPERSON,
  blockNumber: 3,
  logIndex: 4,
  blockHash: HASH,
  transactionHash: HASH,
  timestamp: 5,
  ...body,
});
const nobody = { wallet: false, haftungsperson: false, parent: false };
const registered = testRegistration({
  agentWallet: WALLET,
  haftungsperson: HAFTUNGSPERSON,
  consents: nobody,
});
const proposed: EventBody = {
  kind: "haftungsperson-proposed",
  oldProposal: zeroAddress,
  newProposal: SUCCESSOR,
};
const silence = { consents: 0, refusals: 0, wallet_word: 0, haftungsperson_word: 0, parent_word: 0 };

function createApplied(bodies: EventBody[]) {
  const change = createChange({ agents: [], lastSequence: 0, lastAgentId: 0 });
  for (const body of bodies) applyEvent(change, toEvent(body));
  return change;
}

/** As if the agent had been in the index before. */
function createStored(bodies: EventBody[]) {
  const { lastSequence, lastAgentId, ...applied } = createApplied(bodies);
  return createChange({ agents: applied.addedAgents(), lastSequence, lastAgentId });
}

describe("a filing holds what its event tells, and what it replaced", () => {
  const cases: [EventBody[], EventBody, object][] = [
    [[], registered, { haftungsperson: HAFTUNGSPERSON, agentWallet: WALLET, parentAgentId: 0, ...hashes }],
    [[registered], { kind: "attested", previousAttestation: 5 }, { previousAttestation: 5 }],
    [
      [registered],
      {
        kind: "revenue-reported",
        amount: 9,
        currency: "EUR",
        category: "research",
        periodStart: 1,
        periodEnd: 2,
      },
      { amount: 9, currency: "EUR", category: "research", periodStart: 1, periodEnd: 2, before: 0 },
    ],
    ...(["capabilities-updated", "constitution-updated"] as const).map(
      (kind): [EventBody[], EventBody, object] => [
        [registered],
        { kind, oldHash: HASH, newHash: OTHER_HASH },
        { oldHash: HASH, newHash: OTHER_HASH },
      ],
    ),
    [
      [registered],
      { kind: "status-changed", oldStatus: 0, newStatus: 3, reason: "over" },
      { oldStatus: 0, newStatus: 3, reason: "over" },
    ],
    [
      [registered],
      { kind: "consent-given", consents: { ...nobody, wallet: true } },
      { consents: 1, before: silence, ...hashes },
    ],
    [
      [registered],
      { kind: "consent-refused", refusals: { haftungsperson: true, parent: true } },
      { refusals: 6, before: silence },
    ],
    [
      [registered],
      { kind: "wallet-released", agentWallet: WALLET },
      { agentWallet: WALLET, before: silence },
    ],
    [[registered], proposed, { oldProposal: zeroAddress, newProposal: SUCCESSOR }],
    [
      [registered, proposed],
      { kind: "haftungsperson-changed", oldHaftungsperson: HAFTUNGSPERSON, newHaftungsperson: SUCCESSOR },
      {
        oldHaftungsperson: HAFTUNGSPERSON,
        newHaftungsperson: SUCCESSOR,
        before: silence,
        ...hashes,
      },
    ],
  ];
  for (const [before, event, data] of cases) {
    it(`of the kind ${event.kind}`, () => {
      const filing = createApplied([...before, event]).filings.at(-1);
      assert.deepEqual(JSON.parse(filing?.data ?? ""), data);
    });
  }
});

describe("a change of the index", () => {
  it("writes of an agent that was there only the columns that its events change", () => {
    const columnsOf = (body: EventBody) => {
      const change = createStored([registered]);
      applyEvent(change, toEvent(body));
      const groups = change.changedAgents();
      assert.equal(groups.length, 1);
      return groups[0]?.columns;
    };
    assert.deepEqual(columnsOf({ kind: "attested", previousAttestation: 5 }), [
      "last_attestation",
      "filing_count",
    ]);
    assert.deepEqual(columnsOf({ kind: "consent-given", consents: { ...nobody, parent: true } }), [
      "consents",
      "refusals",
      "parent_word",
      "filing_count",
    ]);
    assert.deepEqual(columnsOf(proposed), ["pending_haftungsperson", "filing_count"]);
  });

  it("writes agents of which the same columns changed together, and others apart", () => {
    const wallets = [address(0xa1), address(0xa2), address(0xa3)];
    const change = createChange({ agents: [], lastSequence: 0, lastAgentId: 0 });
    for (const [i, agentWallet] of wallets.entries())
      applyEvent(change, toEvent({ ...registered, agentWallet }, i + 1));
    const stored = createChange({ agents: change.addedAgents(), lastSequence: 3, lastAgentId: 3 });
    const attested: EventBody = { kind: "attested", previousAttestation: 5 };
    applyEvent(stored, toEvent(attested, 1));
    applyEvent(stored, toEvent(proposed, 2));
    applyEvent(stored, toEvent(attested, 3));
    assert.deepEqual(
      stored.changedAgents().map(({ rows }) => rows.map((row) => row.agent_id)),
      [[1, 3], [2]],
    );
  });

  it("writes a new agent once, and one that it takes back not at all", () => {
    const change = createApplied([registered, proposed]);
    assert.deepEqual(change.changedAgents(), []);
    assert.deepEqual(
      change.addedAgents().map((agent) => [agent.agent_id, agent.filing_count]),
      [[1, 2]],
    );
    const [filing] = createApplied([registered]).filings;
    assert.ok(filing);
    const back = createStored([registered]);
    undoFiling(back, filing);
    assert.deepEqual([back.changedAgents(), back.removedIds()], [[], [1]]);
    assert.deepEqual([back.lastSequence, back.lastAgentId], [0, 0]);
  });

  it("refuses what contradicts the index, and says what does", () => {
    const change = createStored([registered]);
    const isRefused = (act: () => void, message: RegExp) => {
      assert.throws(act, (error: Error) => error instanceof InconsistentLogs && message.test(error.message));
    };
    isRefused(() => change.get(7), /^Agent 7 is not in the index$/);
    isRefused(
      () => applyEvent(change, toEvent({ kind: "attested", previousAttestation: 4 })),
      /^The attested event of agent 1 in block 3 does not follow from the index$/,
    );
    const toStatus = (newStatus: number) =>
      applyEvent(change, toEvent({ kind: "status-changed", oldStatus: 0, newStatus, reason: "" }));
    isRefused(() => toStatus(4), /^The contract has no status 4$/);
    toStatus(3);
    const [filing] = createApplied([registered]).filings;
    assert.ok(filing);
    isRefused(() => undoFiling(change, filing), /^Filing 1 is not the newest$/);
  });

  it("takes a registration only with the next number", () => {
    for (const agentId of [1, 3]) {
      const change = createStored([registered]);
      const other = { ...registered, agentWallet: address(0xa2) };
      assert.throws(() => applyEvent(change, toEvent(other, agentId)), InconsistentLogs);
    }
  });
});
