import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
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
import { createRandom, createRandomChain } from "../testing/random-chain.ts";
import { createDataDir, startTestIndex, type TestIndex } from "../testing/test-index.ts";

type RawLog = Record<string, unknown>;
type Dump = Awaited<ReturnType<TestIndex["dump"]>>;

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

describe("the index with an RPC node that fails or lies", () => {
  let chain: LocalChain;
  let proxy: FaultyRpc;
  let registryAddress: Address;
  let expected: Dump;
  let head: { number: number; hash: string };
  let index: TestIndex | undefined;

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

  beforeEach(async () => {
    proxy = await startFaultyRpc({ target: chain.rpcUrl });
  });
  afterEach(async () => {
    await index?.stop();
    index = undefined;
    await proxy.stop();
  });

  /** Half of the blocks count as settled, so that the fault meets both range reads and reads by block. */
  async function startBehind(hook: RpcHook, more: { rpcUrls?: string[] } = {}): Promise<TestIndex> {
    proxy.setHook(hook);
    const tuning = { keptBlocks: 40, batchEvents: 10, rpcTimeoutMs: 300 };
    index = await startTestIndex({ rpcUrls: [proxy.rpcUrl], registryAddress, tuning, ...more });
    return index;
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
    it(`the index becomes complete if a node ${name} at every third call`, async () => {
      await expectComplete(await startBehind(({ index }) => (index % 3 === 2 ? fate : "pass")));
      assert.ok(name === "gives null" || ((await index?.metric("index_rpc_errors_total")) ?? 0) > 0);
    });
  }

  it("the index becomes complete if a node never answers some calls", async () => {
    await expectComplete(await startBehind(({ index }) => (index % 20 === 19 ? "timeout" : "pass")));
  });

  it("the index asks for fewer blocks if a node names a limit, and if wide questions time out", async () => {
    await expectComplete(
      await startBehind(({ method, params }) => {
        if (method !== "eth_getLogs" || !isRangeQuery(params)) return "pass";
        if (widthOf(params) > 40) return "timeout";
        const error = { code: -32_602, message: "eth_getLogs is limited to a 10 block range" };
        return widthOf(params) > 10 ? { error } : "pass";
      }),
    );
  });

  for (const side of ["end", "beginning"] as const) {
    it(`the index misses no log if a node silently cuts long answers at the ${side}`, async () => {
      const cut = (logs: RawLog[]) => (side === "end" ? logs.slice(0, 8) : logs.slice(-8));
      await expectComplete(
        await startBehind(({ method, params }) =>
          method === "eth_getLogs" && isRangeQuery(params) ? (result) => cut(result as RawLog[]) : "pass",
        ),
      );
    });
  }

  it("the index misses no log if a node's range answers leave out recent blocks", async () => {
    await expectComplete(
      await startBehind(({ method, params }) =>
        method === "eth_getLogs" && isRangeQuery(params)
          ? (result) => (result as RawLog[]).filter((log) => Number(log.blockNumber) <= head.number - 40)
          : "pass",
      ),
    );
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
    it(`the index is not corrupted by a node that gives ${name}`, async () => {
      const lying = await startBehind(onLogs(lie));
      const failed = () => (lying.status().problem ?? "").length > 0 && proxy.calls.length > 40;
      await waitUntil(failed, "the index to complain");
      assert.equal(lying.status().isCaughtUp, false);
      proxy.setHook(() => "pass");
      await expectComplete(lying);
      assert.equal(lying.status().problem, null);
    });
  }

  it("the index asks another node if the first is down", async () => {
    const at = await startBehind(() => "drop", { rpcUrls: [proxy.rpcUrl, chain.rpcUrl] });
    await expectComplete(at);
  });

  it("the index does not believe a node that follows another chain than the others", async () => {
    const other = await startChain({ initialDate: "2026-01-01T00:00:00Z" });
    try {
      await deployLocally(other);
      await mineEmpty(other, 200);
      const dataDir = await createDataDir();
      const tuning = { keptBlocks: 40 };
      const first = await startTestIndex({ rpcUrls: [chain.rpcUrl], registryAddress, dataDir, tuning });
      await expectComplete(first);
      await first.stop();
      const rpcUrls = [other.rpcUrl, chain.rpcUrl, proxy.rpcUrl];
      index = await startTestIndex({ rpcUrls, registryAddress, dataDir, tuning });
      await expectComplete(index);
      assert.equal(await index.metric("index_rebuilds_total"), 0);
    } finally {
      await other.stop();
    }
  });

  it("the index takes back no block because a node lags behind, and does not take it for news either", async () => {
    const at = await startBehind(() => "pass");
    await expectComplete(at);
    const old = await chain.reader.request({
      method: "eth_getBlockByNumber",
      params: [`0x${(head.number - 5).toString(16)}`, false],
    });
    proxy.setHook(({ method, params }) =>
      method === "eth_getBlockByNumber" && params[0] === "latest" ? () => old : "pass",
    );
    await waitUntil(() => /behind the index$/.test(at.status().problem ?? ""), "the node to be behind");
    const answeredAtMs = at.status().lastAnswerAtMs;
    const seen = proxy.calls.length;
    await waitUntil(() => proxy.calls.length > seen + 20, "the index to poll");
    assert.deepEqual(await at.dump(), expected);
    assert.equal(await at.metric("index_reorgs_total"), 0);
    assert.equal(at.status().lastAnswerAtMs, answeredAtMs);
  });

  it("the time of the last answer stands still if nodes fail, but not if the chain mines no block", async () => {
    const at = await startBehind(() => "pass");
    await expectComplete(at);
    const quiet = at.status().lastAnswerAtMs ?? 0;
    await waitUntil(() => (at.status().lastAnswerAtMs ?? 0) > quiet, "an answer without a new block");
    proxy.setHook(() => "drop");
    await waitUntil(() => at.status().problem !== null, "the index to complain");
    const silent = at.status().lastAnswerAtMs;
    const seen = proxy.calls.length;
    await waitUntil(() => proxy.calls.length > seen, "another try");
    assert.equal(at.status().lastAnswerAtMs, silent);
    proxy.setHook(() => "pass");
    await waitUntil(() => at.status().problem === null, "the index to recover");
  });

  describe("a node without old states", () => {
    const start = async (hook: RpcHook) => {
      const at = await startBehind(hook);
      await expectComplete(at);
    };
    it("the index misses no event if a node without old states refuses to tell", () =>
      start(({ method, params }) =>
        method === "eth_getCode" && params[1] !== "latest"
          ? { error: { code: -32_000, message: "missing trie node" } }
          : "pass",
      ));
    it("the index misses no event if a node without old states says that there was no code", () =>
      start(({ method, params }) =>
        method === "eth_getCode" && params[1] !== "latest" ? () => "0x" : "pass",
      ));
  });
});
