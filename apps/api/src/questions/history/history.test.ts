import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Filing, HistoryResponse } from "@agent-registry/protocol";
import { parseExactly } from "@agent-registry/testkit";
import { pad, zeroAddress } from "viem";
import { createTestApi } from "../../testing/test-api.ts";
import {
  type TestFiling,
  testAddress,
  testAgent,
  testReplacement,
  toTestTime,
} from "../../testing/test-rows.ts";

const agent = testAgent({ registeredAt: toTestTime(70) });

const filings: Filing[] = [
  {
    kind: "registered",
    timestamp: "2026-03-01T11:59:30.000Z",
    blockNumber: 70,
    transactionHash: pad("0x01", { size: 32 }),
    actor: agent.creator,
    actorRole: "creator",
    parentAgentId: 0,
    haftungsperson: agent.haftungsperson,
    agentWallet: agent.agentWallet,
  },
  {
    kind: "attested",
    timestamp: "2026-03-01T11:59:40.000Z",
    blockNumber: 80,
    transactionHash: pad("0x02", { size: 32 }),
    actor: agent.creator,
    actorRole: "creator",
    previousAttestation: "2026-03-01T11:59:30.000Z",
  },
  {
    kind: "status-changed",
    timestamp: "2026-03-01T11:59:50.000Z",
    blockNumber: 90,
    transactionHash: pad("0x03", { size: 32 }),
    actor: testAddress(1),
    oldStatus: "Active",
    newStatus: "Suspended",
    reason: "Complaint",
    actorRole: "regulator",
    cause: "suspended",
  },
];

const filed: TestFiling[] = [
  { kind: "attested", timestamp: toTestTime(80), data: { previousAttestation: toTestTime(70) } },
  {
    kind: "status-changed",
    timestamp: toTestTime(90),
    actor: testAddress(1),
    data: { oldStatus: 0, newStatus: 1, reason: "Complaint" },
  },
];

const before = { consents: 7, refusals: 0, wallet_word: 0, haftungsperson_word: 0, parent_word: 0 };
const { constitutionHash, capabilityHash } = agent;
const [old, proposed] = [testAddress(5), testAddress(6)];
const NOBODY = zeroAddress;

/** What was filed about an agent's keys, and what the history says of it. */
const KEYS: [TestFiling, object][] = [
  [
    { kind: "wallet-proposed", data: { oldProposal: NOBODY, newProposal: proposed.toLowerCase() } },
    { oldProposal: null, newProposal: proposed },
  ],
  [
    { kind: "wallet-proposed", data: { oldProposal: proposed.toLowerCase(), newProposal: NOBODY } },
    { oldProposal: proposed, newProposal: null },
  ],
  [testReplacement({ oldWallet: old, newWallet: proposed }), { oldWallet: old, newWallet: proposed }],
  [
    { kind: "attester-changed", data: { oldAttester: NOBODY, newAttester: proposed.toLowerCase() } },
    { oldAttester: null, newAttester: proposed },
  ],
  [
    { kind: "attester-changed", data: { oldAttester: proposed.toLowerCase(), newAttester: NOBODY } },
    { oldAttester: proposed, newAttester: null },
  ],
  [
    { kind: "consent-given", data: { consents: 7, given: 1, before, constitutionHash, capabilityHash } },
    {
      wallet: true,
      haftungsperson: true,
      parent: true,
      given: { wallet: true, haftungsperson: false, parent: false },
    },
  ],
  [
    { kind: "consent-refused", data: { refusals: 2, suspends: true, before: { ...before, refusals: 2 } } },
    {
      haftungsperson: true,
      parent: false,
      refused: { haftungsperson: true, parent: false },
      suspends: true,
    },
  ],
];

describe("GET /api/v1/agent/:id/history", () => {
  const setUp = () => createTestApi({ agents: [agent], filed: { 1: filed } });

  it("answers oldest first, or newest first on request, page by page", async () => {
    const { get } = setUp();
    const { body } = await get("/api/v1/agent/1/history");
    assert.deepEqual(body, { total: 3, offset: 0, limit: 100, data: filings });
    parseExactly(HistoryResponse, body);
    const newest = await get("/api/v1/agent/1/history?order=desc&limit=1&offset=1");
    assert.deepEqual(newest.body, { total: 3, offset: 1, limit: 1, data: [filings[1]] });
    assert.equal((await get("/api/v1/agent/1/history?limit=501")).body.limit, 500);
  });

  it("tells which keys an agent got and lost, who agreed again, and whose refusal suspended it", async () => {
    const { get } = createTestApi({ agents: [agent], filed: { 1: KEYS.map(([filing]) => filing) } });
    const { body } = await get("/api/v1/agent/1/history");
    parseExactly(HistoryResponse, body);
    for (const [place, [{ kind }, returned]] of KEYS.entries()) {
      const { timestamp, blockNumber, transactionHash, actor, actorRole, ...filing } = body.data[place + 1];
      assert.deepEqual(filing, { kind, ...returned });
    }
    const { filings } = (await get("/api/v1/filings")).body;
    assert.deepEqual(
      filings.map(({ kind }: Filing) => kind),
      ["registered", ...KEYS.map(([{ kind }]) => kind)],
    );
  });

  for (const query of ["limit=0", "offset=-1", "order=newest"]) {
    it(`refuses ${query}`, async () => {
      const { status, body } = await setUp().get(`/api/v1/agent/1/history?${query}`);
      assert.equal(status, 400);
      assert.match(body.error, new RegExp(`^Invalid ${query.split("=")[0]}: `));
    });
  }
});
