import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type WalletEntriesResponse as Entries, WalletEntriesResponse } from "@agent-registry/protocol";
import { parseExactly } from "@agent-registry/testkit";
import { createTestApi } from "../../testing/test-api.ts";
import { TEST_NOW, testAddress, testAgent, testReplacement } from "../../testing/test-rows.ts";

const WALLET = testAddress(0xabcdef);
const URL = `/api/v1/wallet/${WALLET}/entries`;
const RELEASED = 24;

/** Many released records and one that the wallet is bound to, between those of others. */
function setUp() {
  const agents = Array.from({ length: 2 * (RELEASED + 1) }, (_, index) =>
    testAgent({ agentId: index + 1, ...(index % 2 === 0 ? { agentWallet: WALLET } : {}) }),
  );
  const said = Object.fromEntries(
    Array.from({ length: RELEASED }, (_, index) => [2 * index + 1, { isWalletReleased: true }]),
  );
  const refusals = { haftungsperson: true, parent: false };
  return createTestApi({ agents, said: { ...said, 1: { isWalletReleased: true, refusals } } });
}

const ids = ({ data }: Entries) => data.map(({ agentId }) => agentId);

describe("GET /api/v1/wallet/:wallet/entries", () => {
  it("lists every record that named the wallet, newest first, and says from which it was released", async () => {
    const { status, body, headers } = await setUp().get(`${URL}?limit=100`);
    assert.equal(status, 200);
    assert.equal(headers.get("cache-control"), "no-cache");
    assert.deepEqual([body.total, body.page, body.limit, body.totalPages], [25, 1, 100, 1]);
    assert.deepEqual(
      ids(body),
      Array.from({ length: 25 }, (_, index) => 49 - 2 * index),
    );
    assert.deepEqual(
      body.data
        .filter((entry: Entries["data"][number]) => !entry.isWalletReleased)
        .map(({ agentId }: { agentId: number }) => agentId),
      [49],
    );
    assert.deepEqual(body.data.at(-1), {
      agentId: 1,
      creator: testAgent().creator,
      haftungsperson: testAgent().haftungsperson,
      agentWallet: WALLET,
      operationalScope: "Scope of agent 1",
      generation: 0,
      status: "Active",
      registeredAt: "2026-03-01T09:13:21.000Z",
      isWalletReleased: true,
      retired: null,
      consents: { wallet: false, haftungsperson: false, parent: false },
      refusals: { haftungsperson: true, parent: false },
    });
    parseExactly(WalletEntriesResponse, body);
  });

  it("lists the record in which another wallet took its place, which names that one, on the right page", async () => {
    const successor = testAddress(0x5cce5505);
    const agents = [1, 2, 3, 4].map((agentId) =>
      testAgent({ agentId, agentWallet: agentId < 4 ? WALLET : successor }),
    );
    const released = { isWalletReleased: true };
    const { get } = createTestApi({
      agents,
      said: { 1: released, 2: released, 3: released, 4: { consents: { wallet: true } } },
      filed: { 4: [testReplacement({ oldWallet: WALLET, newWallet: successor, timestamp: TEST_NOW - 60 })] },
    });
    const { body } = await get(`${URL}?limit=3`);
    parseExactly(WalletEntriesResponse, body);
    assert.deepEqual([body.total, body.totalPages, ids(body)], [4, 2, [4, 3, 2]]);
    const { agentWallet, isWalletReleased, retired, consents } = body.data[0];
    assert.deepEqual([agentWallet, isWalletReleased, consents.wallet], [successor, false, true]);
    assert.equal(retired.since, "2026-03-01T11:59:00.000Z");
    const history = (await get("/api/v1/agent/4/history?order=desc&limit=1")).body.data[0];
    assert.deepEqual([history.kind, history.transactionHash], ["wallet-changed", retired.transactionHash]);
    assert.deepEqual(
      body.data.slice(1).map((entry: Entries["data"][number]) => entry.retired),
      [null, null],
    );
    assert.deepEqual(ids((await get(`${URL}?limit=3&page=2`)).body), [1]);
    const present = (await get(`/api/v1/wallet/${successor}/entries`)).body;
    assert.deepEqual([ids(present), present.data[0].retired], [[4], null]);
  });

  it("pages as /agents does: twenty at once, a hundred at most, empty beyond the last page", async () => {
    const { get } = setUp();
    const first = await get(URL);
    assert.deepEqual([first.body.limit, first.body.totalPages, first.body.data.length], [20, 2, 20]);
    assert.deepEqual(ids((await get(`${URL}?page=2`)).body), [9, 7, 5, 3, 1]);
    assert.equal((await get(`${URL}?limit=101`)).body.limit, 100);
    const beyond = await get(`${URL}?page=${"9".repeat(40)}`);
    assert.deepEqual([beyond.status, beyond.body.total, beyond.body.data], [200, 25, []]);
  });

  for (const [query, name] of [
    ["page=0", "page"],
    ["page=1.5", "page"],
    ["limit=0", "limit"],
    ["limit=x", "limit"],
  ] as const) {
    it(`refuses ?${query} with the words of /agents`, async () => {
      const { get } = setUp();
      const ours = await get(`${URL}?${query}`);
      const theirs = await get(`/api/v1/agents?${query}`);
      assert.equal(ours.status, 400);
      assert.match(ours.body.error, new RegExp(`^Invalid ${name}: `));
      assert.deepEqual(ours.body, theirs.body);
    });
  }

  it("ignores parameters that it does not have, such as those of /agents", async () => {
    assert.deepEqual((await setUp().get(`${URL}?status=none&sort=x`)).status, 200);
  });

  it("takes the wallet in lower case, too", async () => {
    const { get } = setUp();
    const { body } = await get(URL.replace(WALLET, WALLET.toLowerCase()));
    assert.deepEqual(body, (await get(URL)).body);
  });

  it("has no rows for a wallet that no record names", async () => {
    const { status, body } = await setUp().get(`/api/v1/wallet/${testAddress(5)}/entries`);
    assert.equal(status, 200);
    assert.deepEqual(body, { total: 0, page: 1, limit: 20, totalPages: 0, data: [] });
  });

  for (const wrong of ["0x1", "1", WALLET.toUpperCase(), `0x${WALLET.slice(2).toUpperCase()}`, "0xzz"]) {
    it(`refuses ${wrong} as a wallet`, async () => {
      const { status, body } = await setUp().get(`/api/v1/wallet/${wrong}/entries`);
      assert.deepEqual([status, body], [400, { error: `Invalid wallet address: ${wrong}` }]);
    });
  }
});
