import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { CreatorResponse, HaftungspersonResponse } from "@agent-registry/protocol";
import { parseExactly } from "@agent-registry/testkit";
import type { IndexedAgent } from "../../index/records.ts";
import { createTestApi } from "../../testing/test-api.ts";
import {
  fileForPersons,
  OTHER_NOTARY,
  TEST_NOTARY,
  TEST_REF,
  TEST_UNTIL,
  testAcceptance,
  testAccreditation,
  testCertificate,
} from "../../testing/test-certificates.ts";
import { TEST_NOW, testAddress, testAgent, testReport } from "../../testing/test-rows.ts";

const PERSON = testAddress(0xabcdef);
const CREATOR = testAddress(0xfedcba);
const WEEK = 7 * 86_400;
const STATUSES = { 3: "Suspended", 5: "Revoked" } as const;

/** Twenty-five agents of one person between those of others; one attested exactly a week ago, one just before. */
function setUp() {
  const agents = Array.from({ length: 50 }, (_, index) => {
    const agentId = index + 1;
    return testAgent({
      agentId,
      ...(agentId % 2 === 0 ? {} : { haftungsperson: PERSON, creator: CREATOR }),
      ...(agentId in STATUSES ? { status: STATUSES[agentId as keyof typeof STATUSES] } : {}),
      ...(agentId === 7 ? { lastAttestation: TEST_NOW - WEEK } : {}),
      ...(agentId === 9 ? { lastAttestation: TEST_NOW - WEEK - 1 } : {}),
    });
  });
  const agreed = { consents: { wallet: false, haftungsperson: true, parent: false } };
  const refused = { refusals: { haftungsperson: true, parent: false } };
  return createTestApi({
    agents,
    said: { 1: agreed, 7: agreed, 3: refused, 2: refused },
    reports: { 1: [testReport({ amount: 5 })], 2: [testReport({ amount: 7 })] },
  });
}

const ids = (body: HaftungspersonResponse) => body.data.map(({ agentId }) => agentId);
const URL = `/api/v1/haftungsperson/${PERSON}`;

describe("GET /api/v1/haftungsperson/:address", () => {
  it("lists the agents that name the person, and sums up how all of them stand", async () => {
    const { status, body, headers } = await setUp().get(`${URL}?limit=2&page=2`);
    assert.equal(status, 200);
    assert.equal(headers.get("cache-control"), "public, max-age=10");
    const { data, ...rest } = parseExactly(HaftungspersonResponse, body);
    assert.deepEqual(rest, {
      address: PERSON,
      total: 25,
      page: 2,
      limit: 2,
      totalPages: 13,
      summary: {
        totalAgents: 25,
        statusDistribution: { Active: 23, Suspended: 1, Revoked: 1, Terminated: 0 },
        compliantCount: 22,
        complianceRate: "88.0",
        revokedAgents: [5],
        revenue: [{ currency: "USDC", amount: 5, reports: 1 }],
        moreCurrencies: 0,
        consents: { agreed: 2, refused: 1, none: 22 },
        formerAgents: { total: 0, agentIds: [] },
      },
      certificates: [],
      pendingHandovers: { total: 0, data: [] },
    });
    assert.deepEqual(
      data.map(({ agentId, status, lastAttestation }) => [agentId, status, lastAttestation]),
      [
        [5, "Revoked", undefined],
        [7, "Active", undefined],
      ],
    );
  });

  it("judges by the clock: an attestation lapses while nothing is filed", async () => {
    const { get, pass } = setUp();
    assert.equal((await get(URL)).body.summary.compliantCount, 22);
    pass(60_000);
    assert.equal((await get(URL)).body.summary.compliantCount, 21);
  });

  it("filters, sorts and includes as /agents does, and sums up all the same", async () => {
    const { get } = setUp();
    const active = (await get(`${URL}?status=Active&sort=lastAttestation&include=lastAttestation`)).body;
    assert.deepEqual([active.total, active.summary.totalAgents], [23, 25]);
    assert.deepEqual(ids(active).slice(0, 4), [9, 7, 1, 11]);
    assert.equal(active.data[1].lastAttestation, "2026-02-22T12:00:00.000Z");
    assert.deepEqual(ids((await get(`${URL}?sort=registeredAt&order=desc&limit=2`)).body), [49, 47]);
    assert.deepEqual((await get(`${URL}?search=9&limit=100`)).body.total, 25);
    const beyond = (await get(`${URL}?page=${"9".repeat(40)}`)).body;
    assert.deepEqual([beyond.total, beyond.data], [25, []]);
    for (const query of ["page=0", "limit=x", "status=active", "sort=id", "order=up", "include=all"]) {
      const [ours, theirs] = [await get(`${URL}?${query}`), await get(`/api/v1/agents?${query}`)];
      assert.deepEqual([ours.status, ours.body], [400, theirs.body], query);
    }
  });

  it("takes the address in lower case, too, and answers for one that nobody names with no agents", async () => {
    const { get } = setUp();
    assert.deepEqual((await get(URL.replace(PERSON, PERSON.toLowerCase()))).body, (await get(URL)).body);
    const { status, body } = await get(`/api/v1/haftungsperson/${CREATOR}`);
    assert.equal(status, 200);
    const { total, totalPages, data, summary } = parseExactly(HaftungspersonResponse, body);
    assert.deepEqual([total, totalPages, data], [0, 0, []]);
    assert.deepEqual(
      [summary.totalAgents, summary.complianceRate, summary.revenue, summary.consents],
      [0, "0.0", [], { agreed: 0, refused: 0, none: 0 }],
    );
  });

  it("lists the agents that wait for the person, also if no record names it yet", async () => {
    const agents = Array.from({ length: 25 }, (_, index) =>
      testAgent({
        agentId: index + 1,
        ...(index === 4 ? { status: "Revoked", haftungsperson: PERSON } : {}),
      }),
    );
    const heir = testAddress(0x4e14);
    const columns = Object.fromEntries(
      agents.map((agent) => [agent.agentId, { pending_haftungsperson: heir }]),
    );
    const { get } = createTestApi({
      agents,
      columns: { ...columns, 2: { pending_haftungsperson: CREATOR } },
    });
    const { body } = await get(`/api/v1/haftungsperson/${heir}`);
    const { total, pendingHandovers } = parseExactly(HaftungspersonResponse, body);
    assert.equal(total, 0);
    // Neither the revoked agent, which cannot be handed over, nor the one that waits for another person.
    assert.equal(pendingHandovers.total, 23);
    assert.deepEqual(
      pendingHandovers.data.map(({ agentId }) => agentId),
      [1, 3, 4, ...Array.from({ length: 17 }, (_, index) => index + 6)],
    );
    const [{ agentId, agentWallet, operationalScope, haftungsperson }] = agents as [IndexedAgent];
    assert.deepEqual(pendingHandovers.data[0], { agentId, agentWallet, operationalScope, haftungsperson });
    assert.equal((await get(`/api/v1/haftungsperson/${PERSON}`)).body.pendingHandovers.total, 0);
    assert.equal((await get(`/api/v1/creator/${heir}`)).body.pendingHandovers, undefined);
  });

  it("says what notaries have certified about the person, newest first, also if no record names it", async () => {
    const api = setUp();
    const person = testAddress(0x9e450);
    const notary = OTHER_NOTARY;
    fileForPersons(api, [
      testAccreditation(),
      testAccreditation({ notary }),
      testCertificate({ person, timestamp: TEST_NOW - 30 }),
      testAcceptance({ person, timestamp: TEST_NOW - 20 }),
      testCertificate({ person, notary, personKind: 2, level: 3, timestamp: TEST_NOW - 10 }),
      testCertificate({ person: PERSON }),
    ]);
    const url = `/api/v1/haftungsperson/${person}`;
    const { body } = await api.get(url);
    const { total, certificates } = parseExactly(HaftungspersonResponse, body);
    assert.equal(total, 0);
    const until = "2026-03-02T12:00:00.000Z";
    const hash = (n: number) => `0x${n.toString(16).padStart(64, "0")}`;
    assert.deepEqual(certificates, [
      {
        ...{ person, notary, kind: "legal", level: "high", since: "2026-03-01T11:59:50.000Z", until },
        ...{ ref: TEST_REF, accepted: null, counts: false, whyNot: "not-accepted" },
        transactions: { certified: hash(1_004), accepted: null },
      },
      {
        ...{ person, notary: TEST_NOTARY, kind: "natural", level: "substantial" },
        ...{ since: "2026-03-01T11:59:30.000Z", until, ref: TEST_REF },
        ...{ accepted: "2026-03-01T11:59:40.000Z", counts: true, whyNot: null },
        transactions: { certified: hash(1_002), accepted: hash(1_003) },
      },
    ]);
    const { certificates: _, ...creator } = (await api.get(`/api/v1/creator/${person}`)).body;
    assert.equal(_, undefined);
    assert.equal(creator.total, 0);
  });

  it("judges certificates by the clock, too: one ends while nothing is filed", async () => {
    const api = setUp();
    fileForPersons(api, [
      testAccreditation(),
      testCertificate({ person: PERSON }),
      testAcceptance({ person: PERSON }),
    ]);
    const read = async () => {
      const [certificate] = (await api.get(URL)).body.certificates;
      return [certificate.counts, certificate.whyNot];
    };
    api.pass((TEST_UNTIL - TEST_NOW - 1) * 1_000);
    assert.deepEqual(await read(), [true, null]);
    api.pass(10_000);
    assert.deepEqual(await read(), [false, "ended"]);
  });

  for (const wrong of ["0x1", "1", PERSON.toUpperCase(), `0x${PERSON.slice(2).toUpperCase()}`])
    it(`refuses ${wrong} as an address, in both roles`, async () => {
      for (const role of ["haftungsperson", "creator"]) {
        const { status, body } = await setUp().get(`/api/v1/${role}/${wrong}`);
        assert.deepEqual([status, body], [400, { error: `Invalid address: ${wrong}` }]);
      }
    });
});

describe("GET /api/v1/creator/:address", () => {
  it("has the same shape without consents and handovers, which creators have no part in", async () => {
    const { get } = setUp();
    const creator = parseExactly(CreatorResponse, (await get(`/api/v1/creator/${CREATOR}?limit=3`)).body);
    const { consents: _, formerAgents: __, ...summary } = (await get(`${URL}?limit=3`)).body.summary;
    assert.deepEqual(creator.summary, summary);
    assert.deepEqual(
      [creator.address, creator.total, creator.data.map((agent) => agent.agentId)],
      [CREATOR, 25, [1, 3, 5]],
    );
    assert.equal((await get(`/api/v1/creator/${PERSON}`)).body.total, 0);
  });
});
