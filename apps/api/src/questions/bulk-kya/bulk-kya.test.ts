import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  ATTESTATION_VALIDITY_SECONDS,
  BulkKyaResponse,
  MAX_BULK_BODY_BYTES,
  type Policy,
} from "@agent-registry/protocol";
import { parseExactly } from "@agent-registry/testkit";
import { createTestApi } from "../../testing/test-api.ts";
import { createTestIndex } from "../../testing/test-asked-index.ts";
import {
  fileForPersons,
  OTHER_NOTARY,
  TEST_NOTARY,
  TEST_UNTIL,
  testAcceptance,
  testAccreditation,
  testCertificate,
} from "../../testing/test-certificates.ts";
import { TEST_BLOCK, TEST_NOW, testAgent } from "../../testing/test-rows.ts";

const WALLET = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const STRANGER = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const NOT_AN_ADDRESS = "must be an address: 0x and 40 hex digits, in lower case or with the right checksum";
const LIST = "must be a list of 1 to 1000 wallets";

const agreed = {
  consents: { wallet: true, haftungsperson: true, parent: true },
  refusals: { haftungsperson: false, parent: false },
};
const agent = testAgent({ agentId: 7, agentWallet: WALLET });

function setUp(options: Parameters<typeof createTestApi>[0] = {}) {
  const api = createTestApi({ agents: [agent], said: { 7: agreed }, ...options });
  async function post(body: unknown, headers: Record<string, string> = {}) {
    const response = await api.app.request("/api/v1/kya", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
  }
  return { ...api, post };
}

describe("POST /api/v1/kya", () => {
  it("answers in the order asked, duplicates too, from one block, and for nobody to keep", async () => {
    const { post } = setUp();
    const wallets = [STRANGER, WALLET, STRANGER.toLowerCase(), WALLET.toLowerCase()];
    const { status, headers, body } = await post({ wallets });
    assert.equal(status, 200);
    assert.equal(headers.get("cache-control"), "no-store");
    const stranger = {
      wallet: STRANGER,
      isRegistered: false,
      isCompliant: false,
      agentId: null,
      admissible: false,
      objections: ["not-registered"],
    };
    const known = {
      wallet: WALLET,
      isRegistered: true,
      isCompliant: true,
      agentId: 7,
      admissible: true,
      objections: [],
    };
    assert.deepEqual(body, {
      checkedAt: "2026-03-01T12:00:00.000Z",
      block: { number: TEST_BLOCK.number, hash: TEST_BLOCK.hash },
      data: [stranger, known, stranger, known],
    });
    parseExactly(BulkKyaResponse, body);
  });

  it("answers anew each time", async () => {
    const index = createTestIndex({ agents: [agent] });
    const { walletStandings } = index.lookUps;
    let asked = 0;
    index.lookUps.walletStandings = (...question) => {
      asked += 1;
      return walletStandings(...question);
    };
    const { post } = setUp({ index });
    for (let i = 0; i < 2; i += 1) await post({ wallets: [WALLET, WALLET] });
    assert.equal(asked, 2);
  });

  it("decides by the newest block's time if that is later than the clock", async () => {
    const { post, status } = setUp();
    status.headTimestamp = TEST_NOW + ATTESTATION_VALIDITY_SECONDS + 1;
    const [entry] = (await post({ wallets: [WALLET] })).body.data;
    assert.deepEqual(
      [entry.isCompliant, entry.admissible, entry.objections],
      [false, false, ["attestation-lapsed"]],
    );
  });

  const family = [
    testAgent({ agentId: 1, status: "Revoked" }),
    testAgent({ agentId: 2, parentAgentId: 1, generation: 1 }),
    { ...agent, parentAgentId: 2, generation: 2 },
  ];
  const policies: [string, Policy, string[]][] = [
    ["asks for wallet and Haftungsperson by default", {}, ["haftungsperson-refused"]],
    ["asks for nobody if told to", { consents: [] }, []],
    ["looks at ancestors if told to", { consents: [], lineage: "ancestors" }, ["ancestor-revoked"]],
    [
      "applies every rule",
      { maxAttestationAgeSeconds: 1, minRegisteredSeconds: 99_999, consents: ["wallet"] },
      ["attestation-too-old", "registered-too-recently"],
    ],
  ];
  for (const [name, policy, objections] of policies) {
    it(`by its policy ${name}`, async () => {
      const refused = {
        consents: { wallet: true, haftungsperson: false, parent: true },
        refusals: { haftungsperson: true, parent: false },
      };
      const { post } = setUp({ agents: family, said: { 1: agreed, 2: agreed, 7: refused } });
      const { body } = await post({ wallets: [WALLET], policy });
      assert.deepEqual(body.data[0].objections, objections);
      assert.deepEqual([body.data[0].isCompliant, body.data[0].admissible], [true, objections.length === 0]);
    });
  }

  it("objects to a wallet that is its own Haftungsperson, unless that is allowed", async () => {
    const { post } = setUp({ agents: [{ ...agent, haftungsperson: WALLET }] });
    const [alone] = (await post({ wallets: [WALLET] })).body.data;
    assert.deepEqual(
      [alone.isCompliant, alone.admissible, alone.objections],
      [true, false, ["haftungsperson-is-the-wallet"]],
    );
    const [allowed] = (await post({ wallets: [WALLET], policy: { selfLiable: "allow" } })).body.data;
    assert.equal(allowed.admissible, true);
  });

  it("counts a revoked ancestor whose party has refused what stands below it", async () => {
    const refusedBelow = {
      consents: { ...agreed.consents, parent: false },
      refusals: { haftungsperson: false, parent: true },
    };
    const { post } = setUp({ agents: family, said: { 1: agreed, 2: refusedBelow, 7: refusedBelow } });
    const { body } = await post({ wallets: [WALLET], policy: { lineage: "ancestors" } });
    assert.deepEqual(body.data[0].objections, ["ancestor-revoked"]);
  });

  const many = (count: number) => Array.from({ length: count }, () => WALLET.toLowerCase());
  const refused: [string, unknown, string][] = [
    ["no body", "", "The body is not valid JSON"],
    ["half a body", '{"wallets":[', "The body is not valid JSON"],
    ["a list", [WALLET], "Invalid body: must be an object with wallets and, if you like, policy"],
    ["no wallets", {}, `Invalid wallets: ${LIST}`],
    ["an empty list", { wallets: [] }, `Invalid wallets: ${LIST}`],
    ["1,001 wallets", { wallets: many(1_001) }, `Invalid wallets: ${LIST}`],
    ["something between wallets", { wallets: [WALLET, 7] }, `Invalid wallets[1]: ${NOT_AN_ADDRESS}`],
    ["a short wallet", { wallets: [...many(3), "0x12"] }, `Invalid wallets[3]: ${NOT_AN_ADDRESS}`],
    [
      "a wrong checksum of a registered wallet",
      { wallets: [WALLET, WALLET.replace("C51812", "c51812")] },
      `Invalid wallets[1]: ${NOT_AN_ADDRESS}`,
    ],
    [
      "a wrong checksum of a stranger",
      { wallets: [STRANGER.replace("dDd", "ddd")] },
      `Invalid wallets[0]: ${NOT_AN_ADDRESS}`,
    ],
    [
      "a key that is misspelt",
      { wallets: [WALLET], polciy: {} },
      "Invalid body: must be an object with wallets and, if you like, policy",
    ],
    ["a policy of null", { wallets: [WALLET], policy: null }, "Invalid policy: must be an object"],
    [
      "a rule of the policy",
      { wallets: [WALLET], policy: { consents: ["wallet", "creator"] } },
      "Invalid policy.consents[1]: must be wallet, haftungsperson or parent",
    ],
  ];
  for (const [name, body, error] of refused) {
    it(`refuses ${name}, and says where`, async () => {
      const answer = await setUp().post(body);
      assert.deepEqual([answer.status, answer.body], [400, { error }]);
    });
  }

  it("takes exactly 1,000 wallets", async () => {
    const { status, body } = await setUp().post({ wallets: many(1_000) });
    assert.deepEqual([status, body.data.length], [200, 1_000]);
  });

  for (const type of ["text/plain", "", "application/x-www-form-urlencoded", "application/jsonp"]) {
    it(`refuses the content type ${JSON.stringify(type)} before it reads`, async () => {
      const { status, body } = await setUp().post("x".repeat(100_000), { "content-type": type });
      assert.deepEqual([status, body], [415, { error: "The body must be application/json" }]);
    });
  }

  it("takes a charset", async () => {
    const type = "application/json; charset=utf-8";
    assert.equal((await setUp().post({ wallets: [WALLET] }, { "content-type": type })).status, 200);
  });

  it("refuses a body beyond 64 kB", async () => {
    const body = { wallets: [WALLET], padding: "x".repeat(MAX_BULK_BODY_BYTES) };
    const answer = await setUp().post(body);
    assert.deepEqual(
      [answer.status, answer.body],
      [413, { error: "The body must not be larger than 65536 bytes" }],
    );
  });

  it("answers nothing from an index that may be old, as for a single wallet", async () => {
    const { post, get, passInSilence } = setUp();
    passInSilence(60_001);
    const single = await get(`/api/v1/kya/${WALLET}`);
    const bulk = await post({ wallets: [WALLET] });
    assert.deepEqual([bulk.status, bulk.body], [single.status, single.body]);
    assert.equal(bulk.status, 500);
    const mistyped = await post({ wallets: [WALLET.replace("C51812", "c51812")] });
    assert.equal(mistyped.status, 400);
  });

  it("answers nothing from an index without a block", async () => {
    const { post, execute } = setUp();
    execute("delete from blocks");
    const { status, body } = await post({ wallets: [WALLET] });
    assert.deepEqual([status, body], [500, { error: "RPC failure: the index holds no block yet" }]);
  });

  it("asks for a certificate about the Haftungsperson if the policy does", async () => {
    const api = setUp();
    const person = agent.haftungsperson;
    fileForPersons(api, [testAccreditation(), testCertificate({ person }), testAcceptance({ person })]);
    const judge = async (certified: Policy["certified"]) => {
      const { body } = await api.post({ wallets: [WALLET, STRANGER], policy: { certified } });
      const { block, data } = parseExactly(BulkKyaResponse, body);
      assert.deepEqual(block, { number: TEST_BLOCK.number, hash: TEST_BLOCK.hash });
      assert.deepEqual(data[1]?.objections, ["not-registered"]);
      return data[0]?.objections;
    };
    assert.deepEqual(await judge({ level: "substantial" }), []);
    assert.deepEqual(await judge({ level: "low", kind: "natural", notaries: [TEST_NOTARY] }), []);
    const none = ["haftungsperson-not-certified"];
    assert.deepEqual(await judge({ level: "high" }), none);
    assert.deepEqual(await judge({ level: "low", kind: "legal" }), none);
    assert.deepEqual(await judge({ level: "low", notaries: [OTHER_NOTARY] }), none);
    api.pass((TEST_UNTIL - TEST_NOW) * 1_000);
    assert.deepEqual(await judge({ level: "low" }), ["certificate-ended"]);
  });

  it("reads certificates and ancestors at one block", async () => {
    const person = agent.haftungsperson;
    const parent = testAgent({ agentId: 3, status: "Revoked" });
    const child = { ...agent, parentAgentId: 3, generation: 1 };
    const api = setUp({ agents: [parent, child] });
    fileForPersons(api, [testAccreditation(), testCertificate({ person })]);
    const policy = { certified: { level: "low" }, lineage: "ancestors" };
    const { body } = await api.post({ wallets: [WALLET], policy });
    assert.deepEqual(body.data[0].objections, ["haftungsperson-not-certified", "ancestor-revoked"]);
  });

  it("counts as one request", async () => {
    const { post } = setUp({ limitPerMinute: 2 });
    const statuses = [];
    for (let i = 0; i < 3; i += 1) statuses.push((await post({ wallets: many(500) })).status);
    assert.deepEqual(statuses, [200, 200, 429]);
  });

  it("may be asked by pages of any origin, by POST alone", async () => {
    const { app } = setUp();
    const preflight = await app.request("/api/v1/kya", {
      method: "OPTIONS",
      headers: { origin: "https://page.example", "access-control-request-method": "POST" },
    });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers.get("access-control-allow-methods"), "POST, OPTIONS");
    assert.equal(preflight.headers.get("access-control-allow-headers"), "*");
    const put = await app.request("/api/v1/kya", { method: "PUT" });
    assert.deepEqual([put.status, put.headers.get("allow")], [405, "POST, OPTIONS"]);
    assert.equal((await app.request("/api/v1/kya")).status, 404);
  });
});
