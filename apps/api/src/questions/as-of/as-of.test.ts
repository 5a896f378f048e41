import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  AgentAtResponse,
  ATTESTATION_VALIDITY_SECONDS,
  KyaAtResponse,
  toRecordHash,
} from "@agent-registry/protocol";
import { parseExactly } from "@agent-registry/testkit";
import { toConsentBits, toRefusalBits } from "../../index/parties.ts";
import { createTestApi, TEST_SAFE_BLOCK } from "../../testing/test-api.ts";
import {
  fileForPersons,
  TEST_NOTARY,
  testAcceptance,
  testAccreditation,
  testCertificate,
  testCertificateEnd,
} from "../../testing/test-certificates.ts";
import {
  TEST_BLOCK,
  TEST_FILING_HASH,
  TEST_NOW,
  testAgent,
  testReplacement,
  toTestTime,
} from "../../testing/test-rows.ts";

const WALLET = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const OTHER = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const registeredAt = toTestTime(40);
const agent = testAgent({ agentId: 7, agentWallet: WALLET, registeredAt, lastAttestation: registeredAt });
const said = {
  consents: { wallet: true, haftungsperson: false, parent: true },
  refusals: { haftungsperson: true, parent: false },
};
const NOT_YET = "Not yet: the register is at block 100 of 2026-03-01T12:00:00.000Z";
const WHICH = "Give either time (ISO 8601 or whole seconds) or block (a number), and not both";
const TIME =
  "Invalid time: must be a time from 1970 on, such as 2026-03-01T12:00:00Z, or whole seconds since then";

function setUp(options: Parameters<typeof createTestApi>[0] = {}) {
  return createTestApi({ agents: [agent], said: { 7: said }, ...options });
}

/** In block 70 another wallet took the place of the agent's. */
function setUpReplaced() {
  return setUp({
    agents: [{ ...agent, agentWallet: OTHER }],
    filed: { 7: [testReplacement({ oldWallet: WALLET, newWallet: OTHER, timestamp: toTestTime(70) })] },
  });
}

describe("GET /api/v1/kya/:wallet/at", () => {
  const path = `/api/v1/kya/${WALLET}/at`;
  const nobody = {
    isRegistered: false,
    isCompliant: false,
    reason: "not-registered",
    agent: null,
    consents: null,
    refusals: null,
    certificates: null,
  };

  it("answers with the agent, what its parties had said, and the verdict at that time", async () => {
    const { get } = setUp();
    const { status, body } = await get(`${path}?time=2026-03-01T11:59:50Z`);
    assert.equal(status, 200);
    assert.deepEqual(body, {
      wallet: WALLET,
      asOf: { timestamp: "2026-03-01T11:59:50.000Z", block: 40 },
      isRegistered: true,
      agent: {
        agentId: 7,
        creator: agent.creator,
        haftungsperson: agent.haftungsperson,
        agentWallet: WALLET,
        operationalScope: "Scope of agent 7",
        status: "Active",
        registeredAt: "2026-03-01T11:59:00.000Z",
        lastAttestation: "2026-03-01T11:59:00.000Z",
      },
      isCompliant: true,
      reason: "active-and-attested",
      ...said,
      certificates: [],
    });
    parseExactly(KyaAtResponse, body);
  });

  it("says what had been certified about the Haftungsperson by then, and who was accredited then", async () => {
    const api = setUp();
    const person = agent.haftungsperson;
    fileForPersons(api, [
      testAccreditation({ timestamp: toTestTime(50) }),
      testCertificate({ person, level: 1, timestamp: toTestTime(60) }),
      testAcceptance({ person, timestamp: toTestTime(70) }),
      testAccreditation({ isEnd: true, timestamp: toTestTime(80) }),
      testCertificateEnd({ person, timestamp: toTestTime(90) }),
    ]);
    const until = "2026-03-02T12:00:00.000Z";
    const certified = { notary: TEST_NOTARY, kind: "natural", level: "low", until };
    const cases: [moment: string, expected: object[]][] = [
      ["block=59", []],
      [`time=${toTestTime(60)}`, [{ ...certified, isAccepted: false, isAccredited: true }]],
      ["block=69", [{ ...certified, isAccepted: false, isAccredited: true }]],
      ["block=70", [{ ...certified, isAccepted: true, isAccredited: true }]],
      [`time=${toTestTime(85)}`, [{ ...certified, isAccepted: true, isAccredited: false }]],
      ["block=90", []],
    ];
    for (const [moment, expected] of cases) {
      const { body } = await api.get(`${path}?${moment}`);
      assert.deepEqual(parseExactly(KyaAtResponse, body).certificates, expected, moment);
    }
  });

  it("takes seconds, zones, parts of seconds and blocks for the same moment", async () => {
    const { get } = setUp();
    const seconds = toTestTime(90);
    const expected = (await get(`${path}?time=${seconds}`)).body;
    for (const time of [
      "2026-03-01T11:59:50Z",
      "2026-03-01T11:59:50",
      "2026-03-01T11:59:50.999Z",
      "2026-03-01T12:59:50%2B01:00",
      "2026-03-01T12:59:50+01:00",
      "2026-03-01T06:59:50-05:00",
    ])
      assert.deepEqual((await get(`${path}?time=${time}`)).body, expected, time);
    assert.deepEqual((await get(`${path}?block=90`)).body, {
      ...expected,
      asOf: { ...expected.asOf, block: 90 },
    });
  });

  it("judges with that time for now", async () => {
    const lastAttestation = TEST_NOW - 10 - ATTESTATION_VALIDITY_SECONDS;
    const old = { ...agent, registeredAt: lastAttestation, lastAttestation };
    const { get } = setUp({ agents: [old] });
    const verdictAt = async (block: number) => {
      const { body } = await get(`${path}?block=${block}`);
      return [body.isCompliant, body.reason];
    };
    assert.deepEqual(await verdictAt(90), [true, "active-and-attested"]);
    assert.deepEqual(await verdictAt(91), [false, "attestation-lapsed"]);
    const suspended = setUp({ agents: [{ ...old, status: "Suspended" }] });
    assert.equal((await suspended.get(`${path}?block=100`)).body.reason, "suspended");
  });

  it("finds a wallet not registered before its registration, before the deployment, and after its release", async () => {
    const { get } = setUp();
    const before = await get(`${path}?block=39`);
    assert.equal(before.status, 200);
    assert.deepEqual(before.body, {
      wallet: WALLET,
      asOf: { timestamp: "2026-03-01T11:58:59.000Z", block: 39 },
      ...nobody,
    });
    parseExactly(KyaAtResponse, before.body);
    assert.deepEqual((await get(`${path}?time=1970-01-01`)).body, {
      wallet: WALLET,
      asOf: { timestamp: "1970-01-01T00:00:00.000Z", block: null },
      ...nobody,
    });
    assert.equal((await get(`${path}?block=0`)).body.isRegistered, false);
    const words = {
      consents: toConsentBits(said.consents),
      refusals: toRefusalBits(said.refusals),
      wallet_word: 0,
      haftungsperson_word: 0,
      parent_word: 0,
    };
    const released = setUp({
      said: { 7: { ...said, isWalletReleased: true } },
      filed: { 7: [{ kind: "wallet-released", data: { agentWallet: WALLET.toLowerCase(), before: words } }] },
    });
    assert.equal((await released.get(`${path}?block=100`)).body.reason, "not-registered");
    const stranger = await get(`/api/v1/kya/${OTHER.toLowerCase()}/at?block=100`);
    assert.deepEqual([stranger.status, stranger.body.wallet, stranger.body.agent], [200, OTHER, null]);
  });

  it("finds a wallet that was replaced, and the one in its place, each for the time in which it was the agent's", async () => {
    const { get } = setUpReplaced();
    const read = async (wallet: string, moment: string) => {
      const { body } = await get(`/api/v1/kya/${wallet}/at?${moment}`);
      parseExactly(KyaAtResponse, body);
      assert.equal(body.wallet, wallet);
      return [body.isRegistered, body.agent?.agentId, body.agent?.agentWallet, body.consents?.wallet];
    };
    const none = [false, undefined, undefined, undefined];
    for (const moment of ["block=40", "block=69", `time=${toTestTime(69)}`]) {
      assert.deepEqual(await read(WALLET, moment), [true, 7, WALLET, false], moment);
      assert.deepEqual(await read(OTHER, moment), none, moment);
    }
    for (const moment of ["block=70", "block=100", `time=${toTestTime(70)}`]) {
      assert.deepEqual(await read(WALLET, moment), none, moment);
      assert.deepEqual(await read(OTHER, moment), [true, 7, OTHER, true], moment);
    }
    for (const wallet of [WALLET, OTHER]) assert.deepEqual(await read(wallet, "block=39"), none);
  });

  it("is for clients to keep for a day once it is final, else for a minute", async () => {
    const { get } = setUp();
    const maxAge = async (query: string) => (await get(`${path}?${query}`)).headers.get("cache-control");
    assert.equal(await maxAge(`block=${TEST_SAFE_BLOCK}`), "public, max-age=86400");
    assert.equal(await maxAge(`block=${TEST_SAFE_BLOCK + 1}`), "public, max-age=60");
    // A later block must be final: others of the same second may follow.
    assert.equal(await maxAge(`time=${toTestTime(TEST_SAFE_BLOCK - 1)}`), "public, max-age=86400");
    assert.equal(await maxAge(`time=${toTestTime(TEST_SAFE_BLOCK)}`), "public, max-age=60");
    assert.equal(await maxAge(`time=${TEST_NOW}`), "public, max-age=60");
    const isSafe = () => Promise.reject(new Error("no node answers"));
    const silent = setUp({ blocks: { isSafe, getTime: async () => 1 } });
    const kept = await silent.get(`${path}?block=${TEST_SAFE_BLOCK}`);
    assert.deepEqual([kept.status, kept.headers.get("cache-control")], [200, "public, max-age=60"]);
    assert.equal(kept.headers.get("x-registry-block"), String(TEST_BLOCK.number));
  });

  it("does not wait for a silent node to say what is final", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const isSafe = () => {
      queueMicrotask(() => t.mock.timers.tick(500));
      return new Promise<boolean>(() => {});
    };
    const { get } = setUp({ blocks: { isSafe, getTime: async () => 1 } });
    const { status, headers } = await get(`${path}?block=${TEST_SAFE_BLOCK}`);
    assert.deepEqual([status, headers.get("cache-control")], [200, "public, max-age=60"]);
  });

  it("asks a node for the time of a block only if the index does not remember it", async () => {
    const asked: number[] = [];
    const getTime = async (block: number) => {
      asked.push(block);
      return toTestTime(block);
    };
    const { get } = setUp({ blocks: { isSafe: async () => true, getTime } });
    for (const block of [100, 60, 40]) await get(`${path}?block=${block}`);
    assert.deepEqual(asked, [], "the newest block, a remembered one, and one with a filing");
    assert.equal((await get(`${path}?block=50`)).body.asOf.timestamp, "2026-03-01T11:59:10.000Z");
    assert.deepEqual(asked, [50]);
  });

  it("refuses a wallet that is none or has a mistyped checksum", async () => {
    const { get } = setUp();
    for (const wallet of ["0x12", WALLET.replace("C5", "c5")]) {
      const { status, body } = await get(`/api/v1/kya/${wallet}/at?block=1`);
      assert.deepEqual([status, body], [400, { error: `Invalid wallet address: ${wallet}` }]);
    }
  });
});

describe("GET /api/v1/agent/:id/at", () => {
  it("answers with the record as it was, and the verdict at that moment", async () => {
    const { get } = setUp();
    const { status, body } = await get("/api/v1/agent/7/at?block=90");
    assert.equal(status, 200);
    parseExactly(AgentAtResponse, body);
    assert.deepEqual(body.asOf, { timestamp: "2026-03-01T11:59:50.000Z", block: 90 });
    assert.equal(body.agent.agentWallet, WALLET);
    const { creator, haftungsperson, constitutionHash, capabilityHash, operationalScope } = agent;
    const record = { creator, haftungsperson, constitutionHash, capabilityHash, operationalScope };
    const root = { agentId: 7n, parentAgentId: 0n, agentWallet: WALLET, selfModifying: false } as const;
    assert.equal(body.recordHash, toRecordHash({ ...record, ...root }));
    assert.equal("lastRevenueReport" in body.agent, false);
    assert.deepEqual([body.isCompliant, body.isWalletReleased], [true, false]);
    assert.deepEqual([body.consents, body.refusals], [said.consents, said.refusals]);
  });

  it("names the wallet of then, to which the record's hash belongs", async () => {
    const { get } = setUpReplaced();
    for (const [block, agentWallet] of [
      [69, WALLET],
      [70, OTHER],
    ] as const) {
      const { body } = await get(`/api/v1/agent/7/at?block=${block}`);
      assert.equal(body.agent.agentWallet, agentWallet);
      const { creator, haftungsperson, constitutionHash, capabilityHash, operationalScope } = agent;
      const record = { creator, haftungsperson, constitutionHash, capabilityHash, operationalScope };
      const root = { agentId: 7n, parentAgentId: 0n, agentWallet, selfModifying: false };
      assert.equal(body.recordHash, toRecordHash({ ...record, ...root }));
    }
  });

  it("names the hash of its block as far as the index knows it", async () => {
    const { get } = setUp();
    for (const [query, hash] of [
      ["block=90", TEST_BLOCK.hash],
      ["block=45", undefined],
      ["block=40", TEST_FILING_HASH],
      ["time=2026-03-01T11:59:50Z", TEST_FILING_HASH],
    ] as const)
      assert.equal((await get(`/api/v1/agent/7/at?${query}`)).body.blockHash, hash, query);
  });

  it("answers 404 for an agent that did not exist then, or never", async () => {
    const { get } = setUp();
    for (const [id, block] of [
      [7, 39],
      [8, 100],
      [0, 100],
    ]) {
      const { status, body } = await get(`/api/v1/agent/${id}/at?block=${block}`);
      assert.deepEqual([status, body], [404, { error: `Agent not found: ${id}` }]);
    }
    assert.equal((await get("/api/v1/agent/seven/at?block=1")).status, 400);
  });
});

for (const path of [`/api/v1/kya/${WALLET}/at`, "/api/v1/agent/7/at"]) {
  describe(`GET ${path}: which moment`, () => {
    const cases: [query: string, error: string][] = [
      ["", WHICH],
      ["?at=2026-03-01", WHICH],
      ["?time=2026-03-01T11:59:50Z&block=90", WHICH],
      ["?time=", TIME],
      ["?time=yesterday", TIME],
      ["?time=2026-02-30", TIME],
      ["?time=2026-03-01T25:00Z", TIME],
      ["?time=1969-12-31T23:59:59Z", TIME],
      ["?time=-1", TIME],
      ["?time=1.5", TIME],
      ["?time=1e9", TIME],
      ["?block=", "Invalid block: must be a whole number"],
      ["?block=-1", "Invalid block: must be a whole number"],
      ["?block=0x10", "Invalid block: must be a whole number"],
      ["?block=latest", "Invalid block: must be a whole number"],
      [`?time=${TEST_NOW + 1}`, NOT_YET],
      ["?time=9999-12-31", NOT_YET],
      [`?time=${"9".repeat(400)}`, NOT_YET],
      ["?block=101", NOT_YET],
      [`?block=${"9".repeat(400)}`, NOT_YET],
    ];
    for (const [query, error] of cases) {
      it(`refuses "${query.slice(0, 40)}"`, async () => {
        const { status, headers, body } = await setUp().get(`${path}${query}`);
        assert.deepEqual([status, body], [400, { error }]);
        assert.equal(headers.get("cache-control"), "no-store");
      });
    }

    it("refuses to answer from an index that may be old", async () => {
      const { get, passInSilence } = setUp();
      passInSilence(61_000);
      const { status, body } = await get(`${path}?block=90`);
      assert.equal(status, 500);
      assert.match(body.error, /^RPC failure: no RPC node has answered for 61 seconds/);
    });

    it("answers 500 if the index is empty, or no node tells the time of the block", async () => {
      const empty = setUp();
      empty.execute("delete from blocks");
      assert.match((await empty.get(`${path}?block=90`)).body.error, /holds no block yet/);
      const getTime = () => Promise.reject(new Error("no node answers"));
      const silent = setUp({ blocks: { isSafe: async () => true, getTime } });
      assert.equal((await silent.get(`${path}?block=50`)).status, 500);
    });
  });
}
