import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { AgentWalletsResponse } from "@agent-registry/protocol";
import { parseExactly } from "@agent-registry/testkit";
import { type Address, pad, toHex } from "viem";
import { createTestApi } from "../../testing/test-api.ts";
import { testAddress, testAgent, testReplacement, toTestTime } from "../../testing/test-rows.ts";

const [first, second, third] = [0xa1, 0xa2, 0xa3].map(testAddress) as [Address, Address, Address];
const replaced = testAgent({ agentId: 1, agentWallet: third, registeredAt: toTestTime(70) });
const plain = testAgent({ agentId: 2, registeredAt: toTestTime(75) });
const filed = {
  1: [
    testReplacement({ oldWallet: first, newWallet: second, timestamp: toTestTime(80) }),
    testReplacement({ oldWallet: second, newWallet: third, timestamp: toTestTime(90) }),
  ],
  2: [],
};
const at = (block: number) => new Date(toTestTime(block) * 1000).toISOString();
const toHash = (sequence: number) => pad(toHex(sequence), { size: 32 });

describe("GET /api/v1/agent/:id/wallets", () => {
  const api = createTestApi({ agents: [replaced, plain], filed });
  const read = async (query = "") => (await api.get(`/api/v1/agent/1/wallets${query}`)).body;

  const wallets = [
    { wallet: third, since: at(90), until: null, transactionHash: toHash(4) },
    { wallet: second, since: at(80), until: at(90), transactionHash: toHash(3) },
    { wallet: first, since: at(70), until: at(80), transactionHash: toHash(1) },
  ];

  it("tells each wallet that the agent has had, newest first, and is not cached", async () => {
    const { body, headers } = await api.get("/api/v1/agent/1/wallets");
    assert.deepEqual(body, { agentId: 1, total: 3, offset: 0, limit: 100, data: wallets });
    parseExactly(AgentWalletsResponse, body);
    assert.equal(headers.get("cache-control"), "no-cache");
  });

  it("has pages, each of which says until when its wallets were the agent's", async () => {
    for (const limit of [1, 2, 3])
      for (let offset = 0; offset < 5; offset += 1)
        assert.deepEqual(await read(`?limit=${limit}&offset=${offset}`), {
          agentId: 1,
          total: 3,
          offset,
          limit,
          data: wallets.slice(offset, offset + limit),
        });
    const { headers } = await api.get("/api/v1/agent/1/wallets?limit=1&offset=1");
    assert.equal(headers.get("link"), '<?limit=1&offset=0>; rel="prev", <?limit=1&offset=2>; rel="next"');
    assert.deepEqual((await read(`?offset=${"9".repeat(30)}`)).data, []);
    assert.equal((await read("?limit=501")).limit, 500);
  });

  it("has one wallet for an agent whose wallet was never replaced", async () => {
    const { body } = await api.get("/api/v1/agent/2/wallets");
    assert.deepEqual(body.data, [
      { wallet: plain.agentWallet, since: at(75), until: null, transactionHash: toHash(2) },
    ]);
  });

  it("gives 404 for an unknown agent, and 400 for what it does not understand", async () => {
    const { status, body } = await api.get("/api/v1/agent/3/wallets");
    assert.deepEqual([status, body], [404, { error: "Agent not found: 3" }]);
    for (const url of ["/agent/x/wallets", "/agent/1/wallets?limit=0", "/agent/1/wallets?offset=-1"])
      assert.equal((await api.get(`/api/v1${url}`)).status, 400, url);
  });
});
