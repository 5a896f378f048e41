import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { testBlock } from "../testing/test-block.ts";
import { createSafeBlock } from "./block-facts.ts";
import { RpcError } from "./rpc-error.ts";
import type { RpcNode } from "./rpc-node.ts";

describe("isSafe", () => {
  it("asks again only for newer blocks than it knows to be safe, and once a second at most", async () => {
    let [asked, safe, nowMs] = [0, 10, 0];
    const node = {
      request: async () => {
        asked += 1;
        return testBlock({ number: safe });
      },
    } as unknown as RpcNode;
    const isSafe = createSafeBlock({ nodes: [node], clock: { now: () => nowMs } });
    assert.deepEqual(await Promise.all([10, 11, 9].map(isSafe)), [true, false, true]);
    assert.equal(asked, 1);
    safe = 11;
    assert.equal(await isSafe(11), false);
    nowMs = 1_000;
    assert.equal(await isSafe(11), true);
    nowMs = 60_999;
    assert.equal(await isSafe(11), true);
    assert.equal(asked, 2);
    nowMs = 61_000;
    safe = 3;
    assert.equal(await isSafe(11), false, "the chain began anew");
  });

  it("asks the next node if one does not say, and takes no silence for a yes", async () => {
    const silent = {
      request: async () => {
        throw new RpcError("unavailable", "The node is down");
      },
    } as unknown as RpcNode;
    const node = {
      request: async () => testBlock({ number: 5 }),
    } as unknown as RpcNode;
    const clock = { now: () => 0 };
    assert.equal(await createSafeBlock({ nodes: [silent, node], clock })(5), true);
    const isSafe = createSafeBlock({ nodes: [silent], clock });
    await assert.rejects(isSafe(5), /RPC failure: no RPC node tells which block is safe/);
  });
});
