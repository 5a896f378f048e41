import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { type FaultyRpc, type LocalChain, startChain, startFaultyRpc } from "@agent-registry/testkit";
import { createClient } from "viem";
import { getBlockNumber, getChainId } from "viem/actions";
import { bestHead } from "./best-head.ts";

describe("several RPC nodes as one", () => {
  let chain: LocalChain;
  let nodes: [FaultyRpc, FaultyRpc];
  before(async () => {
    chain = await startChain();
    const start = () => startFaultyRpc({ target: chain.rpcUrl });
    nodes = [await start(), await start()];
  });
  afterEach(() => {
    for (const node of nodes) node.setHook(() => "pass");
  });
  after(async () => {
    for (const node of nodes) await node.stop();
    await chain.stop();
  });
  const open = () => createClient({ transport: bestHead(nodes.map(({ rpcUrl }) => rpcUrl)), cacheTime: 0 });
  const countCalls = (node: FaultyRpc, method: string) =>
    node.calls.filter((call) => call.method === method).length;

  it("the one with the newest block is asked, and heads are compared once for many questions", async () => {
    const [first, second] = nodes;
    const old = `0x${(await chain.reader.getBlockNumber()).toString(16)}`;
    await chain.test.mine({ blocks: 3 });
    first.setHook(({ method }) => (method === "eth_blockNumber" ? () => old : "pass"));
    const client = open();
    const before = countCalls(second, "eth_chainId");
    for (let i = 0; i < 5; i += 1) await getChainId(client);
    assert.equal(countCalls(second, "eth_chainId") - before, 5);
    assert.equal(await getBlockNumber(client), await chain.reader.getBlockNumber());
    assert.equal(countCalls(first, "eth_chainId"), 0);
    assert.equal(countCalls(first, "eth_blockNumber"), 1);
  });

  it("the next one is asked if the first does not answer, and not if it answers with an error", async () => {
    const [first, second] = nodes;
    const client = open();
    first.setHook(() => "drop");
    assert.equal(await getChainId(client), chain.chainId);
    first.setHook(({ method }) =>
      method === "eth_chainId" ? { error: { code: -32_601, message: "no such method" } } : "pass",
    );
    const before = countCalls(second, "eth_chainId");
    await assert.rejects(getChainId(open()), /no such method|does not exist/);
    assert.equal(countCalls(second, "eth_chainId"), before);
  });

  it("none answering is a failure to reach the chain", async () => {
    for (const node of nodes) node.setHook(() => "drop");
    await assert.rejects(getChainId(open()), { name: "HttpRequestError" });
  });
});
