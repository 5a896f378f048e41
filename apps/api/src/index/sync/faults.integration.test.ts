import assert from "node:assert/strict";
import { after, before, describe, it, type TestContext } from "node:test";
import {
  deployLocally,
  type FaultyRpc,
  type LocalChain,
  type RpcFate,
  type RpcHook,
  startChain,
  startFaultyRpc,
  waitUntil,
} from "@agent-registry/testkit";
import type { Address } from "viem";
import { createRandom, createRandomChain } from "../../testing/random-chain.ts";
import { createDataDir, startTestIndex, type TestIndex } from "../../testing/test-index.ts";

type RawLog = Record<string, unknown>;
type Dump = Awaited<ReturnType<TestIndex["dump"]>>;

/** Where a call is never answered. Elsewhere a call has long enough on a busy machine, too. */
const SHORT_TIMEOUT_MS = 1_000;

const isRangeQuery = (params: unknown[]) => Object.hasOwn(params[0] ?? {}, "fromBlock");
const widthOf = (params: unknown[]) => {
  const { fromBlock, toBlock } = (params[0] ?? {}) as Record<string, string>;
  return Number(toBlock) - Number(fromBlock) + 1;
};
/** Changes the logs that a node gives. */
const onLogs =
  (change: (logs: RawLog[]) => RawLog[]): RpcHook =>
  ({ method }) =>
    method === "eth_getLogs" ? (result) => change(result as RawLog[]) : "pass";

/** One by one: the local chain breaks if it is asked for many at once. */
async function mineEmpty(chain: LocalChain, blocks: number): Promise<void> {
  for (let i = 0; i < blocks; i += 1) await chain.test.mine({ blocks: 1 });
}

// Each has a node and an index of its own, and most of the time waits before it asks again: some run at once.
describe("the index with an RPC node that fails or lies", { concurrency: 4 }, () => {
  let chain: LocalChain;
  let registryAddress: Address;
  let expected: Dump;
  let head: { number: number; hash: string };

  before(async () => {
    chain = await startChain();
    await mineEmpty(chain, 25);
    registryAddress = (await deployLocally(chain)).registryAddress;
    const world = createRandomChain({ rpcUrl: chain.rpcUrl, registryAddress, random: createRandom(4) });
    await world.takeOver();
    await world.mine(90, 3);
    head = await world.head();
    const fresh = await startTestIndex({ rpcUrls: [chain.rpcUrl], registryAddress });
    await fresh.waitForHash(head);
    expected = await fresh.dump();
    await fresh.stop();
  });
  after(() => chain?.stop());

  /** Half of the blocks count as settled, so that the fault meets both range reads and reads by block. */
  async function startBehind(
    t: TestContext,
    hook: RpcHook,
    { alsoAsks = [], rpcTimeoutMs = 10_000 }: { alsoAsks?: string[]; rpcTimeoutMs?: number } = {},
  ): Promise<{ index: TestIndex; node: FaultyRpc }> {
    const node = await startFaultyRpc({ target: chain.rpcUrl, hook });
    const tuning = { keptBlocks: 40, batchEvents: 10, rpcTimeoutMs };
    const index = await startTestIndex({ rpcUrls: [node.rpcUrl, ...alsoAsks], registryAddress, tuning });
    t.after(async () => {
      await index.stop();
      await node.stop();
    });
    return { index, node };
  }

  async function expectComplete(at: TestIndex): Promise<void> {
    await at.waitForHash(head);
    assert.deepEqual(await at.dump(), expected);
  }

  const faults: Record<string, RpcFate> = {
    "answers 429": { status: 429 },
    "answers 503": { status: 503, body: "<html>busy</html>" },
    "answers nonsense": { status: 200, body: "{" },
    "cuts the connection": "drop",
    "loses its answers": "drop-after",
    "refuses with an error": { error: { code: -32_000, message: "internal error" } },
    "gives null": () => null,
  };
  for (const [name, fate] of Object.entries(faults)) {
    it(`the index becomes complete if a node ${name} at every third call`, async (t) => {
      const { index } = await startBehind(t, (call) => (call.index % 3 === 2 ? fate : "pass"));
      await expectComplete(index);
      assert.ok(name === "gives null" || (await index.metric("agent_registry_index_rpc_errors_total")) > 0);
    });
  }

  it("the index becomes complete if a node never answers some calls", async (t) => {
    const fate: RpcHook = (call) => (call.index % 20 === 19 ? "timeout" : "pass");
    const { index } = await startBehind(t, fate, { rpcTimeoutMs: SHORT_TIMEOUT_MS });
    await expectComplete(index);
  });

  it("the index asks for fewer blocks if a node names a limit, and if wide questions time out", async (t) => {
    const limit: RpcHook = ({ method, params }) => {
      if (method !== "eth_getLogs" || !isRangeQuery(params)) return "pass";
      if (widthOf(params) > 40) return "timeout";
      const error = { code: -32_602, message: "eth_getLogs is limited to a 10 block range" };
      return widthOf(params) > 10 ? { error } : "pass";
    };
    const { index } = await startBehind(t, limit, { rpcTimeoutMs: SHORT_TIMEOUT_MS });
    await expectComplete(index);
  });

  for (const side of ["end", "beginning"] as const) {
    it(`the index misses no log if a node silently cuts long answers at the ${side}`, async (t) => {
      const cut = (logs: RawLog[]) => (side === "end" ? logs.slice(0, 8) : logs.slice(-8));
      const { index } = await startBehind(t, ({ method, params }) =>
        method === "eth_getLogs" && isRangeQuery(params) ? (result) => cut(result as RawLog[]) : "pass",
      );
      await expectComplete(index);
    });
  }

  it("the index misses no log if a node's range answers leave out recent blocks", async (t) => {
    const { index } = await startBehind(t, ({ method, params }) =>
      method === "eth_getLogs" && isRangeQuery(params)
        ? (result) => (result as RawLog[]).filter((log) => Number(log.blockNumber) <= head.number - 40)
        : "pass",
    );
    await expectComplete(index);
  });

  const lies: Record<string, (logs: RawLog[]) => RawLog[]> = {
    "a log of another block": ([first, ...rest]) =>
      first ? [{ ...first, blockNumber: "0x1" }, ...rest] : [],
    "a log twice": (logs) => [...logs, ...logs.slice(-1)],
    "a log of a removed block": (logs) => logs.map((log) => ({ ...log, removed: true })),
    "a log of another contract": (logs) => logs.map((log) => ({ ...log, address: `0x${"12".repeat(20)}` })),
    "logs with a wrong block hash": (logs) =>
      logs.map((log) => ({ ...log, blockHash: `0x${"ab".repeat(32)}` })),
    "logs without a block hash": (logs) => logs.map((log) => ({ ...log, blockHash: null })),
    "data that is cut": (logs) => logs.map((log) => ({ ...log, data: String(log.data).slice(0, 66) })),
    "an unknown event": (logs) => logs.map((log) => ({ ...log, topics: [`0x${"cd".repeat(32)}`] })),
    "no logs but the last of each answer": (logs) => logs.slice(-1),
  };
  for (const [name, lie] of Object.entries(lies)) {
    it(`the index is not corrupted by a node that gives ${name}`, async (t) => {
      const { index, node } = await startBehind(t, onLogs(lie));
      const failed = () => (index.status().problem ?? "").length > 0 && node.calls.length > 40;
      await waitUntil(failed, "the index to complain");
      assert.equal(index.status().isCaughtUp, false);
      node.setHook(() => "pass");
      await expectComplete(index);
      assert.equal(index.status().problem, null);
    });
  }

  it("the index asks another node if the first is down", async (t) => {
    const { index } = await startBehind(t, () => "drop", { alsoAsks: [chain.rpcUrl] });
    await expectComplete(index);
  });

  it("the index does not believe a node that follows another chain than the others", async (t) => {
    const other = await startChain({ initialDate: "2026-01-01T00:00:00Z" });
    const third = await startFaultyRpc({ target: chain.rpcUrl });
    try {
      await deployLocally(other);
      await mineEmpty(other, 200);
      const dataDir = await createDataDir();
      const tuning = { keptBlocks: 40 };
      const first = await startTestIndex({ rpcUrls: [chain.rpcUrl], registryAddress, dataDir, tuning });
      await expectComplete(first);
      await first.stop();
      const rpcUrls = [other.rpcUrl, chain.rpcUrl, third.rpcUrl];
      const index = await startTestIndex({ rpcUrls, registryAddress, dataDir, tuning });
      t.after(() => index.stop());
      await expectComplete(index);
      assert.equal(await index.metric("agent_registry_index_rebuilds_total"), 0);
    } finally {
      await Promise.all([other.stop(), third.stop()]);
    }
  });

  it("the index takes back no block because a node lags behind, and does not take it for news either", async (t) => {
    const { index, node } = await startBehind(t, () => "pass");
    await expectComplete(index);
    const old = await chain.reader.request({
      method: "eth_getBlockByNumber",
      params: [`0x${(head.number - 5).toString(16)}`, false],
    });
    node.setHook(({ method, params }) =>
      method === "eth_getBlockByNumber" && params[0] === "latest" ? () => old : "pass",
    );
    await waitUntil(() => /behind the index$/.test(index.status().problem ?? ""), "the node to be behind");
    const answeredAtMs = index.status().lastAnswerAtMs;
    const seen = node.calls.length;
    await waitUntil(() => node.calls.length > seen + 20, "the index to poll");
    assert.deepEqual(await index.dump(), expected);
    assert.equal(await index.metric("agent_registry_index_reorgs_total"), 0);
    assert.equal(index.status().lastAnswerAtMs, answeredAtMs);
  });

  it("the time of the last answer stands still if nodes fail, but not if the chain mines no block", async (t) => {
    const { index, node } = await startBehind(t, () => "pass");
    await expectComplete(index);
    const quiet = index.status().lastAnswerAtMs ?? 0;
    await waitUntil(() => (index.status().lastAnswerAtMs ?? 0) > quiet, "an answer without a new block");
    node.setHook(() => "drop");
    await waitUntil(() => index.status().problem !== null, "the index to complain");
    const silent = index.status().lastAnswerAtMs;
    const seen = node.calls.length;
    await waitUntil(() => node.calls.length > seen, "another try");
    assert.equal(index.status().lastAnswerAtMs, silent);
    node.setHook(() => "pass");
    await waitUntil(() => index.status().problem === null, "the index to recover");
  });

  const withoutOldStates: Record<string, RpcFate> = {
    "refuses to tell": { error: { code: -32_000, message: "missing trie node" } },
    "says that there was no code": () => "0x",
  };
  for (const [name, fate] of Object.entries(withoutOldStates)) {
    it(`the index misses no event if a node without old states ${name}`, async (t) => {
      const { index } = await startBehind(t, ({ method, params }) =>
        method === "eth_getCode" && params[1] !== "latest" ? fate : "pass",
      );
      await expectComplete(index);
    });
  }
});
