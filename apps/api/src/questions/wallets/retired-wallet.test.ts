import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { BulkKyaResponse } from "@agent-registry/protocol";
import { ReceiptClaims } from "@agent-registry/protocol/signed";
import { parseExactly } from "@agent-registry/testkit";
import type { Doubts } from "../../reconcile/doubts.ts";
import { createTestApi } from "../../testing/test-api.ts";
import { createTestIndex } from "../../testing/test-asked-index.ts";
import { testAddress, testAgent, testReplacement } from "../../testing/test-rows.ts";
import { createSigningApi } from "../../testing/test-signing.ts";

const RETIRED = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const STRANGER = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const agent = testAgent({ agentId: 7 });
const other = testAgent({ agentId: 8 });
/** Agent 7 had the retired wallet before its present one. */
const register = {
  agents: [agent, other],
  said: { 7: { consents: { wallet: true, haftungsperson: true } } },
  filed: { 7: [testReplacement({ oldWallet: RETIRED, newWallet: agent.agentWallet })] },
};

/** Asks about many wallets at once. */
async function ask({ app }: Pick<ReturnType<typeof createTestApi>, "app">, wallets: string[]) {
  const response = await app.request("/api/v1/kya", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ wallets }),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

describe("a wallet that was replaced", () => {
  it("is to KYA what an unknown wallet is", async () => {
    const { get } = createTestApi(register);
    const retired = await get(`/api/v1/kya/${RETIRED}`);
    const unknown = await get(`/api/v1/kya/${STRANGER}`);
    assert.deepEqual([retired.status, retired.body], [200, { ...unknown.body, wallet: RETIRED }]);
    assert.equal((await get(`/api/v1/kya/${agent.agentWallet}`)).body.agent.agentId, 7);
  });

  it("is named as such among many, in any spelling, with the agent whose wallet it was", async () => {
    const wallets = [RETIRED, agent.agentWallet, STRANGER, RETIRED.toLowerCase()];
    const { status, body } = await ask(createTestApi(register), wallets);
    assert.equal(status, 200);
    parseExactly(BulkKyaResponse, body);
    const retired = {
      wallet: RETIRED,
      isRegistered: false,
      isCompliant: false,
      agentId: null,
      retiredFrom: 7,
      admissible: false,
      objections: ["not-registered", "wallet-retired"],
    };
    const [first, present, stranger, last] = body.data;
    assert.deepEqual([first, last], [retired, retired]);
    assert.deepEqual([present.agentId, present.admissible, "retiredFrom" in present], [7, true, false]);
    assert.deepEqual([stranger.objections, "retiredFrom" in stranger], [["not-registered"], false]);
  });

  it("is looked up only if a wallet has no entry, once for all of them", async () => {
    const index = createTestIndex(register);
    let opened = 0;
    const open: typeof index.open = (pace) => {
      opened += 1;
      return index.open(pace);
    };
    const api = createTestApi({ index: { ...index, open } });
    await ask(api, [agent.agentWallet, other.agentWallet]);
    assert.equal(opened, 0);
    await ask(api, [agent.agentWallet, RETIRED, STRANGER, testAddress(5)]);
    assert.equal(opened, 1);
  });

  it("is refused if its checksum is mistyped", async () => {
    const { status, body } = await ask(createTestApi(register), [RETIRED.replace("C5", "c5")]);
    assert.equal(status, 400);
    assert.match(body.error, /^Invalid wallets\[0\]: /);
  });

  it("gets a receipt that names the agent whose wallet it was", async () => {
    const { getToken } = await createSigningApi(register);
    const { claims } = await getToken(`/api/v1/kya/${RETIRED}/receipt`);
    const { verdict, reason, agentId, retiredFrom } = claims;
    assert.deepEqual([verdict, reason, agentId, retiredFrom], ["not-registered", "not-registered", 0, 7]);
    assert.equal(claims.exp - claims.iat, 60);
    assert.deepEqual(ReceiptClaims.parse(claims), claims);
    const stranger = await getToken(`/api/v1/kya/${STRANGER}/receipt`);
    assert.equal("retiredFrom" in stranger.claims, false);
    const present = await getToken(`/api/v1/kya/${agent.agentWallet}/receipt`);
    assert.deepEqual([present.claims.agentId, "retiredFrom" in present.claims], [7, false]);
  });

  it("gets no binding, and is told why", async () => {
    const { getError, getToken } = await createSigningApi(register);
    const wallet = RETIRED.toLowerCase();
    assert.deepEqual(await getError(`/api/v1/kya/${RETIRED}/binding`), [
      404,
      `Agent not found: ${wallet}: another wallet took its place in the record of agent 7`,
    ]);
    const { claims } = await getToken("/api/v1/agent/7/binding");
    assert.equal(claims.sub, `eip155:84532:${agent.agentWallet.toLowerCase()}`);
  });

  it("is not answered for while its agent is in doubt", async () => {
    const doubts = {
      size: () => 1,
      list: () => [{ agent_id: 7 }],
      isWhole: () => false,
      hasAgent: (agentId: number) => agentId === 7,
      hasWallet: () => false,
      changes: () => 0,
    } as unknown as Doubts;
    const error = "RPC failure: agent 7 differs from the contract; the index is being mended";
    const { app, getError } = await createSigningApi({ ...register, doubts });
    for (const url of [
      "/agent/7/wallets",
      `/wallet/${RETIRED}/entries`,
      `/kya/${RETIRED}/receipt`,
      `/kya/${RETIRED}/binding`,
    ])
      assert.deepEqual(await getError(`/api/v1${url}`), [500, error], url);
    assert.deepEqual(await ask({ app }, [other.agentWallet, RETIRED]), { status: 500, body: { error } });
    assert.equal((await ask({ app }, [other.agentWallet, STRANGER])).status, 200);
  });
});
