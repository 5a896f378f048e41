import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createMemoryIndex, testAgent, testConsents } from "../testing/memory-index.ts";
import { createTestApi } from "../testing/test-api.ts";
import type { Doubts } from "./doubts.ts";
import { guardReader } from "./guard-reader.ts";
import { withDoubts } from "./with-doubts.ts";

const agents = [
  testAgent({ agentId: 1 }),
  testAgent({ agentId: 2, parentAgentId: 1, generation: 1 }),
  testAgent({ agentId: 3 }),
];
const [first, second, third] = agents;
const hiddenWallet = "0x00000000000000000000000000000000000000ff";

/** The app with doubts that the test sets. */
function setUp() {
  const current = { ids: [] as number[], wallets: [] as string[], changes: 0, isWhole: false };
  const doubts = {
    size: () => current.ids.length,
    list: () => current.ids.map((agent_id) => ({ agent_id })),
    isWhole: () => current.isWhole,
    hasAgent: (agentId: number) => current.ids.includes(agentId),
    hasWallet: (wallet: string) => current.wallets.includes(wallet),
    changes: () => current.changes,
  } as unknown as Doubts;
  const consents = { 2: testConsents({ agentId: 2 }), 3: testConsents({ agentId: 3 }) };
  const reports = { 2: [], 3: [] };
  const reader = guardReader(createMemoryIndex({ agents, consents, reports }), doubts);
  const plain = createTestApi();
  const api = createTestApi({ reader, status: () => withDoubts(plain.status, doubts) });
  return {
    get: (url: string) => api.get(`/api/v1${url}`),
    ready: () => api.get("/ready"),
    async askMany(wallets: (string | undefined)[], policy: object = {}) {
      const response = await api.app.request("/api/v1/kya", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ wallets, policy }),
      });
      return { status: response.status, body: await response.json() };
    },
    doubt(ids: number[], wallets: string[] = []): void {
      current.ids = ids;
      current.wallets = wallets;
      current.changes += 1;
    },
    current,
  };
}

const aboutTheAgent = [
  "/agent/2",
  "/agent/2/consents",
  "/agent/2/lineage",
  "/agent/2/revenue",
  "/agent/2/history",
  "/agent/2/at?block=100",
  `/kya/${second?.agentWallet}/at?block=100`,
  `/kya/${second?.agentWallet}`,
  `/wallet/${second?.agentWallet}/entries`,
  `/kya/${hiddenWallet}`,
];
const aboutAll = [
  "/agent/1/lineage",
  "/agents",
  "/agents/compliance",
  "/stats/detailed",
  "/revenue/aggregate",
  "/revenue/timeline",
  "/revenue/top",
  `/haftungsperson/${third?.haftungsperson}`,
  `/creator/${third?.creator}`,
];
const aboutOthers = [
  "/agent/1",
  "/agent/3",
  "/agent/3/consents",
  "/agent/3/lineage",
  `/kya/${third?.agentWallet}`,
  "/stats",
];

describe("answers while an agent is doubtful", () => {
  it("all that it could make wrong is 500 and says why, also if it was cached before; all else is answered", async () => {
    const { get, doubt, ready } = setUp();
    for (const url of [...aboutTheAgent, ...aboutAll, ...aboutOthers])
      assert.equal((await get(url)).status, 200, url);

    doubt([2], [second?.agentWallet.toLowerCase() ?? "", hiddenWallet]);
    for (const url of [...aboutTheAgent, ...aboutAll]) {
      const { status, body } = await get(url);
      assert.equal(status, 500, url);
      assert.match(
        body.error,
        /^RPC failure: (agent 2|the wallet's agent) differs from the contract; the index is being mended$/,
      );
    }
    for (const url of aboutOthers) assert.equal((await get(url)).status, 200, url);
    const { status, body } = await ready();
    assert.equal(status, 200);
    assert.equal(body.doubtfulAgents, 1);

    doubt([]);
    for (const url of [...aboutTheAgent, ...aboutAll, ...aboutOthers])
      assert.equal((await get(url)).status, 200, url);
    assert.equal((await ready()).body.doubtfulAgents, undefined);
  });

  it("many wallets at once are not answered for if one of them, or an ancestor that is asked about, is doubtful", async () => {
    const { askMany, doubt } = setUp();
    const error = (what: string) => ({
      error: `RPC failure: ${what} differs from the contract; the index is being mended`,
    });
    const wallets = agents.map(({ agentWallet }) => agentWallet);
    doubt([2], [second?.agentWallet.toLowerCase() ?? "", hiddenWallet]);
    assert.deepEqual(
      (await askMany([third?.agentWallet, hiddenWallet])).body,
      error(`the agent of wallet ${hiddenWallet}`),
    );
    assert.equal((await askMany(wallets)).status, 500);
    assert.equal((await askMany([first?.agentWallet, third?.agentWallet])).status, 200);
    doubt([1], [first?.agentWallet.toLowerCase() ?? ""]);
    assert.equal((await askMany([second?.agentWallet])).status, 200);
    assert.deepEqual((await askMany([second?.agentWallet], { lineage: "ancestors" })).body, error("agent 1"));
    doubt([]);
    assert.equal((await askMany(wallets, { lineage: "ancestors" })).status, 200);
  });

  it("if many are doubtful, no agent is answered for", async () => {
    const { get, doubt, current } = setUp();
    doubt([2]);
    current.isWhole = true;
    for (const url of [`/kya/${first?.agentWallet}`, "/agent/3"]) {
      assert.deepEqual((await get(url)).body, {
        error: "RPC failure: many agents differ from the contract; the index is being mended",
      });
    }
  });
});
