import assert from "node:assert/strict";
import { test } from "node:test";
import { testBlock } from "../testing/test-block.ts";
import { createBlockTimes } from "./block-facts.ts";
import type { RpcNode } from "./rpc-node.ts";

/** Knows one block, or none. */
function testNode(known?: { number: number; timestamp: number }) {
  const asked: unknown[] = [];
  const node: RpcNode = {
    name: "test",
    async request(_method, params) {
      asked.push(params[0]);
      if (known === undefined) return null;
      return testBlock(known);
    },
    requestAll: async () => [],
  };
  return { node, asked };
}

test("the first node that has the block tells its time, and is asked once", async () => {
  const [without, other, right] = [
    testNode(),
    testNode({ number: 7, timestamp: 1 }),
    testNode({ number: 17, timestamp: 1_700_000_000 }),
  ];
  const getBlockTime = createBlockTimes([without.node, other.node, right.node]);
  assert.deepEqual(await Promise.all([getBlockTime(17), getBlockTime(17)]), [1_700_000_000, 1_700_000_000]);
  assert.equal(await getBlockTime(17), 1_700_000_000);
  assert.deepEqual(right.asked, ["0x11"]);
});

test("a block that no node tells the time of is an error, and is asked for again", async () => {
  const { node, asked } = testNode();
  const getBlockTime = createBlockTimes([node]);
  const failure = { status: 500, message: "RPC failure: no RPC node tells the time of block 17" };
  await assert.rejects(() => getBlockTime(17), failure);
  await assert.rejects(() => getBlockTime(17), failure);
  assert.equal(asked.length, 2);
});
