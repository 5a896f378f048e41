import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { inflateSync } from "node:zlib";
import { findStatus } from "@agent-registry/protocol/signed";
import { testAgent, testReport } from "../testing/test-rows.ts";
import { createSigningApi } from "../testing/test-signing.ts";
import { createVouching, type Doubts } from "./doubts.ts";

const first = testAgent({ agentId: 1, childCount: 1 });
const second = testAgent({ agentId: 2, parentAgentId: 1, generation: 1 });
const third = testAgent({ agentId: 3 });
const agents = [first, second, third];
const wallets = agents.map(({ agentWallet }) => agentWallet);
const secondWallet = second.agentWallet.toLowerCase();
/** The contract binds it to the doubtful agent, and the index to none. */
const hiddenWallet = "0x00000000000000000000000000000000000000ff";

function createDoubts() {
  const current = { ids: [] as number[], wallets: [] as string[], changes: 0, isWhole: false };
  const doubts = {
    size: () => current.ids.length,
    list: () => current.ids.map((agent_id) => ({ agent_id })),
    isWhole: () => current.isWhole,
    hasAgent: (agentId: number) => current.ids.includes(agentId),
    hasWallet: (wallet: string) => current.wallets.includes(wallet),
    changes: () => current.changes,
  } as unknown as Doubts;
  return { current, doubts };
}

/** The app with doubts that the test sets. */
async function setUp({ onOpen }: { onOpen?: () => void } = {}) {
  const { current, doubts } = createDoubts();
  const reports = { 2: [testReport({ reportedAt: "2026-03-01T11:00:00.000Z" })], 3: [] };
  const api = await createSigningApi({
    agents,
    reports,
    doubts,
    ...(onOpen === undefined ? {} : { onOpen }),
  });

  async function ask(url: string, init: RequestInit = {}) {
    const response = await api.app.request(url, init);
    const text = await response.text();
    return { status: response.status, error: response.status < 400 ? undefined : JSON.parse(text).error };
  }
  const get = (url: string) => ask(`/api/v1${url}`);
  return {
    get,
    async assertAnswered(urls: readonly string[]): Promise<void> {
      for (const url of urls) assert.deepEqual(await get(url), { status: 200, error: undefined }, url);
    },
    async assertRefused(urls: readonly string[], reason: RegExp): Promise<void> {
      for (const url of urls) {
        const { status, error } = await get(url);
        assert.equal(status, 500, url);
        assert.match(error, reason, url);
      }
    },
    askMany: (asked: readonly string[], policy: object = {}) =>
      ask("/api/v1/kya", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ wallets: asked, policy }),
      }),
    /** How the agents stand in the status list, by their numbers. */
    async readList(): Promise<number[]> {
      const { claims } = await api.getToken("/api/v1/status-lists/0");
      const bytes = inflateSync(Buffer.from(claims.status_list.lst, "base64url"));
      return agents.map(({ agentId }) => findStatus(bytes, agentId) ?? -1);
    },
    ready: async () => (await (await api.request("/ready")).json()) as { doubtfulAgents?: number },
    /** As after a look at the database; the status lists are built anew for it. */
    async doubt(ids: number[], doubtfulWallets: string[] = []): Promise<void> {
      current.ids = ids;
      current.wallets = doubtfulWallets;
      current.changes += 1;
      await api.statusLists.look();
    },
    current,
  };
}

const ofAgent = (agentId: number) =>
  [
    "",
    "/consents",
    "/lineage",
    "/children",
    "/revenue",
    "/history",
    "/at?block=100",
    "/registration.json",
    "/domain",
    "/feed.atom",
    "/binding",
  ].map((rest) => `/agent/${agentId}${rest}`);
const foundByWallet = (wallet: string) => [
  `/kya/${wallet}/at?block=100`,
  `/kya/${wallet}/receipt`,
  `/kya/${wallet}/binding`,
  `/wallet/${wallet}/entries`,
];
const ofWallet = (wallet: string) => [`/kya/${wallet}`, ...foundByWallet(wallet)];

const aboutTheAgent = [
  ...ofAgent(2),
  ...ofWallet(second.agentWallet),
  ...ofWallet(hiddenWallet).filter((url) => !url.endsWith("/binding")),
];
const aboutAll = [
  "/agent/1/lineage",
  "/agent/1/children",
  "/agents",
  "/agents/compliance",
  "/stats/detailed",
  "/revenue/aggregate",
  "/revenue/timeline",
  "/revenue/top",
  `/haftungsperson/${third.haftungsperson}`,
  `/haftungsperson/${third.haftungsperson}/feed.atom`,
  `/creator/${third.creator}`,
  "/filings",
  "/feeds/filings.atom",
  "/enforcement",
  "/enforcement/feed.atom",
];
const aboutOthers = ["/agent/1", ...ofAgent(3), ...ofWallet(third.agentWallet)];
const aboutNobody = ["/stats", "/status-lists", "/status-lists/0"];
const everything = [...aboutTheAgent, ...aboutAll, ...aboutOthers, ...aboutNobody];

describe("answers while an agent is doubtful", () => {
  it("all that it could make wrong is 500 and says why, also if it was cached before; all else is answered", async () => {
    const { assertAnswered, assertRefused, get, doubt, ready } = await setUp();
    await doubt([]);
    await assertAnswered(everything);

    await doubt([2], [secondWallet, hiddenWallet]);
    await assertRefused(
      [...aboutTheAgent, ...aboutAll],
      /^RPC failure: (agent 2|the wallet's agent) differs from the contract; the index is being mended$/,
    );
    assert.equal((await get(`/kya/${hiddenWallet}/binding`)).status, 500);
    await assertAnswered([...aboutOthers, ...aboutNobody]);
    assert.equal((await ready()).doubtfulAgents, 1);

    await doubt([]);
    await assertAnswered(everything);
    assert.equal((await get(`/kya/${hiddenWallet}/binding`)).status, 404);
    assert.equal((await ready()).doubtfulAgents, undefined);
  });

  it("it is refused, too, if it is found by a wallet that is not known to be doubtful", async () => {
    const { assertRefused, doubt } = await setUp();
    await doubt([2]);
    await assertRefused(foundByWallet(second.agentWallet), /^RPC failure: agent 2 differs/);
  });

  it("many wallets at once are not answered for if one of them, or an ancestor that is asked about, is doubtful", async () => {
    const { askMany, doubt } = await setUp();
    const refused = (what: string) => ({
      status: 500,
      error: `RPC failure: ${what} differs from the contract; the index is being mended`,
    });
    await doubt([2], [secondWallet, hiddenWallet]);
    assert.deepEqual(
      await askMany([third.agentWallet, hiddenWallet]),
      refused(`the agent of wallet ${hiddenWallet}`),
    );
    assert.deepEqual(await askMany(wallets), refused(`the agent of wallet ${secondWallet}`));
    assert.equal((await askMany([first.agentWallet, third.agentWallet])).status, 200);
    await doubt([2]);
    assert.deepEqual(await askMany(wallets), refused("agent 2"));
    await doubt([1], [first.agentWallet.toLowerCase()]);
    assert.equal((await askMany([second.agentWallet])).status, 200);
    assert.deepEqual(await askMany([second.agentWallet], { lineage: "ancestors" }), refused("agent 1"));
    await doubt([]);
    assert.equal((await askMany(wallets, { lineage: "ancestors" })).status, 200);
  });

  it("a status list does not know how it stands, and tells of all others", async () => {
    const { readList, doubt } = await setUp();
    await doubt([2, 77]);
    assert.deepEqual(await readList(), [0, 3, 0]);
    await doubt([]);
    assert.deepEqual(await readList(), [0, 0, 0]);
  });

  it("nothing is signed if the doubt comes up meanwhile", async () => {
    let onOpen = () => {};
    const { get, current } = await setUp({ onOpen: () => onOpen() });
    onOpen = () => {
      current.ids = [1];
      current.changes += 1;
    };
    assert.deepEqual(await get(`/kya/${third.agentWallet}/receipt`), {
      status: 500,
      error: "RPC failure: the index has just changed; ask again",
    });
  });

  it("if many are doubtful, no agent is answered for", async () => {
    const { assertAnswered, assertRefused, askMany, doubt, current } = await setUp();
    await doubt([2]);
    current.isWhole = true;
    const reason = /^RPC failure: many agents differ from the contract; the index is being mended$/;
    await assertRefused([...aboutTheAgent, ...aboutAll, ...aboutOthers], reason);
    assert.match((await askMany([third.agentWallet])).error, reason);
    await assertAnswered(["/stats"]);
    await assert.rejects(doubt([2]), /many agents differ/);
  });

  it("a second list of doubts counts as much as the first", () => {
    const [mine, others] = [createDoubts(), createDoubts()];
    const vouching = createVouching([mine.doubts, others.doubts]);
    vouching.forAll();
    others.current.ids = [2];
    others.current.wallets = [secondWallet];
    vouching.forAgents([1, 3]);
    vouching.forWallet(hiddenWallet);
    assert.throws(() => vouching.forAgents([1, 2]), /agent 2 differs/);
    assert.throws(() => vouching.forWallet(secondWallet), /the wallet's agent differs/);
    assert.throws(() => vouching.forAll(), /agent 2 differs/);
    assert.deepEqual(vouching.listIds(), [2]);
    others.current.isWhole = true;
    assert.throws(() => vouching.forAgents([]), /many agents differ/);
  });
});

describe("a doubt about what is certified", () => {
  it("is one about number 0, and leaves answers about an agent alone", () => {
    const { current, doubts } = createDoubts();
    current.ids = [0];
    const { forAgents, forWallet } = createVouching([doubts]);
    assert.throws(() => forAgents([0]), {
      status: 500,
      message: /what is certified differs from the contract/,
    });
    forAgents([1, 2, 3]);
    forWallet(secondWallet);
  });
});
