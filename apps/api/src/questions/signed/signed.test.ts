import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { calculateJwkThumbprint } from "jose";
import { toConsentBits } from "../../index/parties.ts";
import { createTestApi, TEST_REGISTRY } from "../../testing/test-api.ts";
import {
  fileForPersons,
  OTHER_NOTARY,
  TEST_NOTARY,
  TEST_UNTIL,
  testAcceptance,
  testAccreditation,
  testCertificate,
} from "../../testing/test-certificates.ts";
import {
  TEST_BLOCK,
  TEST_NOW,
  testAddress,
  testAgent,
  testReplacement,
  toTestTime,
} from "../../testing/test-rows.ts";
import { createSigningApi, TEST_ISSUER } from "../../testing/test-signing.ts";

const WEEK = 604_800;
const agent = testAgent({ agentId: 5, lastAttestation: TEST_NOW - 1_000 });
const wallet = agent.agentWallet.toLowerCase();
const consents = { wallet: true, haftungsperson: true, parent: false };
const said = { 5: { consents } };
const receiptUrl = `/api/v1/kya/${agent.agentWallet}/receipt`;
const bindingUrls = ["/api/v1/agent/5/binding", `/api/v1/kya/${wallet}/binding`];

const SIGNED = [
  "/.well-known/jwks.json",
  receiptUrl,
  ...bindingUrls,
  "/api/v1/status-lists",
  "/api/v1/status-lists/0",
];

describe("a register without a key", () => {
  it("says on every signed route that it signs nothing", async () => {
    const { get } = createTestApi({ agents: [agent] });
    for (const url of [...SIGNED, "/api/v1/kya/0x12/receipt"]) {
      const { status, body } = await get(url);
      assert.deepEqual([status, body], [404, { error: "This register signs nothing" }], url);
    }
  });
});

describe("/.well-known/jwks.json", () => {
  it("publishes the present and the next key by their thumbprints, and no private part", async () => {
    const { request } = await createSigningApi();
    const response = await request("/.well-known/jwks.json");
    assert.equal(response.headers.get("content-type"), "application/jwk-set+json");
    assert.equal(response.headers.get("cache-control"), "public, max-age=300");
    const { keys } = (await response.json()) as { keys: Record<string, string>[] };
    assert.equal(keys.length, 2);
    for (const { x, y, kid, ...rest } of keys) {
      assert.deepEqual(rest, { kty: "EC", crv: "P-256", alg: "ES256", use: "sig" });
      assert.equal(kid, await calculateJwkThumbprint({ kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" }));
    }
  });
});

describe("/kya/:wallet/receipt", () => {
  it("signs the verdict with the block that it was read at", async () => {
    const { getToken } = await createSigningApi({ agents: [agent], said });
    const { claims, header, headers } = await getToken(receiptUrl);
    assert.deepEqual([header.alg, header.typ], ["ES256", "kya-receipt+jwt"]);
    assert.equal(headers.get("content-type"), "application/jwt");
    assert.equal(headers.get("cache-control"), "public, max-age=60");
    assert.deepEqual([headers.get("etag"), headers.get("x-registry-block")], [null, null]);
    assert.deepEqual(claims, {
      iss: TEST_ISSUER,
      sub: `eip155:84532:${wallet}`,
      iat: TEST_NOW,
      exp: TEST_NOW + 300,
      agentId: 5,
      verdict: "compliant",
      reason: "active-and-attested",
      agentStatus: "Active",
      lastAttestation: agent.lastAttestation,
      validUntil: agent.lastAttestation + WEEK,
      haftungsperson: agent.haftungsperson.toLowerCase(),
      consents: ["wallet", "haftungsperson"],
      registry: TEST_REGISTRY.toLowerCase(),
      block: TEST_BLOCK,
    });
  });

  it("never lets a receipt outlive the attestation, nor a refusal live longer than a minute", async () => {
    const cases: [age: number, status: "Active" | "Suspended", verdict: string, lives: number][] = [
      [WEEK - 300, "Active", "compliant", 300],
      [WEEK - 299, "Active", "compliant", 300],
      [WEEK - 298, "Active", "compliant", 299],
      [WEEK, "Active", "compliant", 1],
      [WEEK + 1, "Active", "non-compliant", 60],
      [0, "Suspended", "non-compliant", 60],
    ];
    for (const [age, status, verdict, lives] of cases) {
      const aged = { ...agent, status, lastAttestation: TEST_NOW - age };
      const { claims } = await (await createSigningApi({ agents: [aged] })).getToken(receiptUrl);
      assert.deepEqual([claims.verdict, claims.exp - claims.iat], [verdict, lives], `${age} ${status}`);
    }
  });

  it("says of a wallet without an agent that it is not registered, and nothing else of it", async () => {
    const stranger = testAddress(0xdead).toLowerCase();
    const { claims } = await (await createSigningApi()).getToken(`/api/v1/kya/${stranger}/receipt`);
    assert.deepEqual(claims, {
      iss: TEST_ISSUER,
      sub: `eip155:84532:${stranger}`,
      iat: TEST_NOW,
      exp: TEST_NOW + 60,
      agentId: 0,
      verdict: "not-registered",
      reason: "not-registered",
      registry: TEST_REGISTRY.toLowerCase(),
      block: TEST_BLOCK,
    });
  });

  it("signs nothing from an index that may be old, for what is no wallet, or if the index changes meanwhile", async () => {
    const api = await createSigningApi({ agents: [agent], said });
    assert.deepEqual(await api.getError("/api/v1/kya/0x12/receipt"), [400, "Invalid wallet address: 0x12"]);
    api.passInSilence(60_001);
    for (const url of [receiptUrl, ...bindingUrls, "/api/v1/status-lists/0"]) {
      const [status, error] = await api.getError(url);
      assert.equal(status, 500);
      assert.match(error, /^RPC failure: no RPC node has answered for 60 seconds/);
    }
    const changing = await createSigningApi({
      agents: [agent],
      onOpen() {
        changing.status.rewindCount += 1;
      },
    });
    assert.deepEqual(await changing.getError(receiptUrl), [
      500,
      "RPC failure: the index has just changed; ask again",
    ]);
  });

  it("signs nothing while the chain is not known", async () => {
    const api = await createSigningApi({ agents: [agent], said });
    api.execute("update sync_state set chain_id = null");
    await api.statusLists.look();
    for (const url of [receiptUrl, ...bindingUrls])
      assert.deepEqual(await api.getError(url), [500, "RPC failure: the index is still empty"]);
    assert.deepEqual(await api.getError("/api/v1/status-lists/0"), [
      500,
      "RPC failure: the status lists are being built",
    ]);
  });
});

describe("bindings", () => {
  it("name wallet, agent, Haftungsperson and the place in the list, for a day", async () => {
    const { getToken } = await createSigningApi({ agents: [agent], said });
    for (const url of bindingUrls) {
      const { claims, header } = await getToken(url);
      assert.equal(header.typ, "agent-binding+jwt");
      assert.deepEqual(claims, {
        iss: TEST_ISSUER,
        sub: `eip155:84532:${wallet}`,
        iat: TEST_NOW,
        exp: TEST_NOW + 86_400,
        agentId: 5,
        registry: `eip155:84532:${TEST_REGISTRY.toLowerCase()}`,
        haftungsperson: `eip155:84532:${agent.haftungsperson.toLowerCase()}`,
        consents: ["wallet", "haftungsperson"],
        registeredAt: agent.registeredAt,
        block: TEST_BLOCK,
        status: { status_list: { idx: 5, uri: `${TEST_ISSUER}/api/v1/status-lists/0` } },
      });
    }
  });

  it("lead to the list of their million", async () => {
    const far = testAgent({ agentId: 3 * 2 ** 20 + 7, registeredAt: agent.registeredAt });
    const { getToken } = await createSigningApi({ agents: [far] });
    const { claims } = await getToken(`/api/v1/agent/${far.agentId}/binding`);
    assert.deepEqual(claims.status.status_list, { idx: 7, uri: `${TEST_ISSUER}/api/v1/status-lists/3` });
  });

  it("are not given for an unknown agent, nor for a released record", async () => {
    const api = await createSigningApi({ agents: [agent], said: { 5: { isWalletReleased: true } } });
    assert.deepEqual(await api.getError("/api/v1/agent/6/binding"), [404, "Agent not found: 6"]);
    assert.equal((await api.getError("/api/v1/agent/5/binding"))[0], 410);
    assert.deepEqual(await api.getError(`/api/v1/kya/${wallet}/binding`), [
      404,
      `Agent not found: ${wallet}`,
    ]);
  });

  it("are given for a wallet that took another one's place once that is safe", async () => {
    const replaced = testReplacement({
      oldWallet: testAddress(0xdead),
      newWallet: agent.agentWallet,
      timestamp: toTestTime(99),
    });
    const { getError, getToken, safe } = await createSigningApi({
      agents: [agent],
      filed: { 5: [replaced] },
      columns: { 5: { wallet_word: 1 } },
    });
    safe.block = 98;
    for (const url of bindingUrls) assert.equal((await getError(url))[0], 425);
    safe.block = 99;
    for (const url of bindingUrls)
      assert.equal((await getToken(url)).claims.sub, `eip155:84532:${wallet}`, url);
  });

  it("wait until what the record says is safe", async () => {
    const before = { consents: 0, refusals: 0, wallet_word: 0, haftungsperson_word: 0, parent_word: 0 };
    const { constitutionHash, capabilityHash } = agent;
    const { request, safe } = await createSigningApi({
      agents: [agent],
      filed: {
        5: [
          {
            kind: "consent-given",
            timestamp: toTestTime(99),
            data: {
              consents: toConsentBits(consents),
              given: toConsentBits(consents),
              before,
              constitutionHash,
              capabilityHash,
            },
          },
        ],
      },
      columns: { 5: { wallet_word: 1, haftungsperson_word: 1 } },
    });
    safe.block = 98;
    for (const url of bindingUrls) {
      const response = await request(url);
      assert.deepEqual([response.status, response.headers.get("retry-after")], [425, "120"]);
    }
    safe.block = 99;
    for (const url of bindingUrls) assert.equal((await request(url)).status, 200);
  });
});

describe("a Haftungsperson that is certified", () => {
  const person = agent.haftungsperson;
  const notary = OTHER_NOTARY;
  const urls = [receiptUrl, ...bindingUrls];

  it("is so in receipts and bindings: by the best certificate that counts", async () => {
    const api = await createSigningApi({ agents: [agent] });
    const read = async () => {
      const all = [];
      for (const url of urls) all.push((await api.getToken(url)).claims.certified);
      return all;
    };
    fileForPersons(api, [testAccreditation(), testAccreditation({ notary }), testCertificate({ person })]);
    assert.deepEqual(await read(), [undefined, undefined, undefined]);
    fileForPersons(api, [
      testAcceptance({ person }),
      testCertificate({ person, notary, level: 3, personKind: 2, until: TEST_NOW + 60 }),
      testAcceptance({ person, notary }),
    ]);
    const best = { notary: notary.toLowerCase(), kind: "legal", level: "high", until: TEST_NOW + 60 };
    assert.deepEqual(await read(), [best, best, best]);
    api.pass(60_000);
    const other = { notary: TEST_NOTARY.toLowerCase(), kind: "natural", level: "substantial" };
    const next = { ...other, until: TEST_UNTIL };
    assert.deepEqual(await read(), [next, next, next]);
    fileForPersons(api, [testAccreditation({ isEnd: true })]);
    assert.deepEqual(await read(), [undefined, undefined, undefined]);
  });

  it("has no binding that says so until that is safe", async () => {
    for (const late of ["accepted", "accredited"]) {
      const at = (what: string) => ({ timestamp: toTestTime(what === late ? 99 : 98) });
      const api = await createSigningApi({ agents: [agent] });
      fileForPersons(api, [
        ...(late === "accredited" ? [testAccreditation({ isEnd: true, ...at("") })] : []),
        testCertificate({ person, ...at("") }),
        ...(late === "accepted" ? [testAccreditation(at("accredited"))] : []),
        testAcceptance({ person, ...at("accepted") }),
        ...(late === "accredited" ? [testAccreditation(at("accredited"))] : []),
      ]);
      api.safe.block = 98;
      for (const url of bindingUrls) assert.equal((await api.getError(url))[0], 425, late);
      api.safe.block = 99;
      for (const url of bindingUrls)
        assert.equal((await api.getToken(url)).claims.certified.until, TEST_UNTIL, late);
    }
  });
});
