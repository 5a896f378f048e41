import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pad, zeroAddress } from "viem";
import { type EventBody, NO_AGENT, type RegistryEvent } from "../../chain/decode-event.ts";
import { testRegistration } from "../../testing/test-registration.ts";
import { testAddress } from "../../testing/test-rows.ts";
import { applyEvent } from "./apply-event.ts";
import { createChange, InconsistentLogs } from "./change.ts";
import { undoFiling } from "./undo-filings.ts";

const address = (number: number) => testAddress(number).toLowerCase();
const [WALLET, HAFTUNGSPERSON, SUCCESSOR] = [address(0xa1), address(0xb2), address(0xc3)];
const [NEW_WALLET, ATTESTER] = [address(0xa2), address(0xe5)];
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
const walletProposed: EventBody = {
  kind: "wallet-proposed",
  oldProposal: zeroAddress,
  newProposal: NEW_WALLET,
};
const walletChanged: EventBody = { kind: "wallet-changed", oldWallet: WALLET, newWallet: NEW_WALLET };
const walletAgrees: EventBody = { kind: "consent-given", consents: { ...nobody, wallet: true }, places: 2 };
const refusedBy = (haftungsperson: boolean, parent: boolean, suspends: boolean): EventBody => ({
  kind: "consent-refused",
  refusals: { haftungsperson, parent },
  suspends,
});
const suspending = refusedBy(true, false, true);
const suspended: EventBody = { kind: "status-changed", oldStatus: 0, newStatus: 1, reason: "" };
const reactivated: EventBody = { kind: "status-changed", oldStatus: 1, newStatus: 0, reason: "" };
const attesterChanged: EventBody = {
  kind: "attester-changed",
  oldAttester: zeroAddress,
  newAttester: ATTESTER,
};
const silence = { consents: 0, refusals: 0, wallet_word: 0, haftungsperson_word: 0, parent_word: 0 };

const parties = { person: HAFTUNGSPERSON, notary: SUCCESSOR };
const certified: EventBody = {
  kind: "person-certified",
  ...parties,
  ...{ personKind: 2, level: 3, until: 99, ref: OTHER_HASH },
};
const accepted: EventBody = { kind: "certificate-accepted", ...parties };
const ended: EventBody = { kind: "certificate-ended", ...parties };
const notaryAdded: EventBody = { kind: "notary-added", notary: SUCCESSOR };
const notaryRemoved: EventBody = { kind: "notary-removed", notary: SUCCESSOR };
const aboutPersons = [notaryAdded, certified, accepted, ended, notaryRemoved];
const toData = ({ kind: _kind, ...data }: EventBody) => data;

function createApplied(bodies: EventBody[]) {
  const change = createChange({ agents: [], lastSequence: 0, lastAgentId: 0 });
  for (const body of bodies) applyEvent(change, toEvent(body, "notary" in body ? NO_AGENT : 1));
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
    [[registered], walletAgrees, { consents: 1, given: 1, before: silence, ...hashes }],
    [
      [registered, walletAgrees],
      walletAgrees,
      { consents: 1, given: 1, before: { ...silence, consents: 1, wallet_word: 1 }, ...hashes },
    ],
    [[registered], refusedBy(true, true, false), { refusals: 6, suspends: false, before: silence }],
    [
      [registered, suspending, suspended, reactivated],
      suspending,
      { refusals: 2, suspends: true, before: { ...silence, refusals: 2, haftungsperson_word: 1 } },
    ],
    [
      [registered, suspending, suspended],
      reactivated,
      { oldStatus: 1, newStatus: 0, reason: "", endsRefusal: true },
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
    [[registered], walletProposed, { oldProposal: zeroAddress, newProposal: NEW_WALLET }],
    [
      [registered, walletProposed],
      walletChanged,
      { oldWallet: WALLET, newWallet: NEW_WALLET, before: silence, ...hashes },
    ],
    [[registered], attesterChanged, { oldAttester: zeroAddress, newAttester: ATTESTER }],
    [[], certified, toData(certified)],
    [[certified], accepted, toData(accepted)],
    [[certified, accepted], ended, toData(ended)],
    [[], notaryAdded, toData(notaryAdded)],
    [[notaryAdded], notaryRemoved, toData(notaryRemoved)],
  ];
  for (const [before, event, data] of cases) {
    it(`of the kind ${event.kind}`, () => {
      const filing = createApplied([...before, event]).filings.at(-1);
      assert.deepEqual(JSON.parse(filing?.data ?? ""), data);
    });
  }
});

describe("what an event changes in the agent, and its filing takes back", () => {
  const cases: [string, EventBody[], EventBody, object][] = [
    [
      "a consent that is given again moves the word on",
      [walletAgrees],
      walletAgrees,
      { consents: 1, wallet_word: 2 },
    ],
    [
      "a refusal that suspends",
      [],
      suspending,
      { refusals: 2, haftungsperson_word: 1, suspended_by_refusal: 1 },
    ],
    [
      "a refusal that suspends for the second time",
      [suspending, suspended, reactivated],
      suspending,
      { refusals: 2, haftungsperson_word: 4, suspended_by_refusal: 1 },
    ],
    [
      "a reactivation that ends a refusal",
      [suspending, suspended],
      reactivated,
      { status: 0, refusals: 2, suspended_by_refusal: 0 },
    ],
    ["a reactivation that ends none", [suspended], reactivated, { status: 0, suspended_by_refusal: 0 }],
    ["a proposed wallet", [], walletProposed, { pending_wallet: testAddress(0xa2) }],
    [
      "a proposal that is taken back",
      [walletProposed],
      { kind: "wallet-proposed", oldProposal: NEW_WALLET, newProposal: zeroAddress },
      { pending_wallet: null },
    ],
    [
      "a wallet that takes the other's place",
      [walletProposed],
      walletChanged,
      { agent_wallet: testAddress(0xa2), pending_wallet: null, consents: 1, wallet_word: 2 },
    ],
    ["an attester", [], attesterChanged, { attester: testAddress(0xe5) }],
    [
      "an attester that is removed",
      [attesterChanged],
      { kind: "attester-changed", oldAttester: ATTESTER, newAttester: zeroAddress },
      { attester: null },
    ],
  ];
  for (const [name, before, event, columns] of cases) {
    it(name, () => {
      const bodies = [registered, ...before];
      const [stored] = createApplied(bodies).addedAgents();
      const applied = createApplied([...bodies, event]);
      const [agent] = applied.addedAgents();
      assert.deepEqual({ ...agent, ...columns }, agent);
      const filing = applied.filings.at(-1);
      assert.ok(filing);
      undoFiling(applied, filing);
      assert.deepEqual(applied.addedAgents(), [stored]);
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
    assert.deepEqual(columnsOf({ kind: "consent-given", consents: { ...nobody, parent: true }, places: 8 }), [
      "consents",
      "refusals",
      "parent_word",
      "filing_count",
    ]);
    assert.deepEqual(columnsOf(proposed), ["pending_haftungsperson", "filing_count"]);
    assert.deepEqual(columnsOf(attesterChanged), ["attester", "filing_count"]);
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

describe("filings about persons and notaries", () => {
  it("are kept under number 0, each with its number in the register as its position", () => {
    const { filings } = createApplied([registered, ...aboutPersons, attesterChanged]);
    assert.deepEqual(
      filings.map(({ agent_id, position, enforcement }) => [agent_id, position, enforcement]),
      [[1, 0, null], ...[2, 3, 4, 5, 6].map((sequence) => [NO_AGENT, sequence, null]), [1, 1, null]],
    );
  });

  it("are taken back one by one, and leave agents and counts as they were", () => {
    const { filings, ...applied } = createApplied([registered, ...aboutPersons]);
    const [agent] = applied.addedAgents();
    assert.ok(agent);
    const change = createChange({ agents: [agent], lastSequence: filings.length, lastAgentId: 1 });
    for (const filing of filings.slice(1).reverse()) undoFiling(change, filing);
    assert.equal(change.lastSequence, 1);
    assert.deepEqual([change.changedAgents(), change.removedIds()], [[], []]);
  });

  it("of a kind or level that the contract does not have are refused, and so is agent 0", () => {
    const wrong: EventBody[] = [
      ...[0, 3].map((personKind) => ({ ...certified, personKind }) as EventBody),
      ...[0, 4].map((level) => ({ ...certified, level }) as EventBody),
      attesterChanged,
      { kind: "attested", previousAttestation: 5 },
    ];
    for (const body of wrong) {
      const change = createChange({ agents: [], lastSequence: 0, lastAgentId: 0 });
      assert.throws(
        () => applyEvent(change, toEvent(body, NO_AGENT)),
        InconsistentLogs,
        JSON.stringify(body),
      );
      assert.deepEqual(change.filings, []);
    }
  });
});
