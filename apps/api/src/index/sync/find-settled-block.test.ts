import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ChainReader } from "../../chain/chain-reader.ts";
import type { BlockHeader } from "../../chain/node-answers.ts";
import { findSettledBlock } from "./sync-step.ts";

const KEPT = { keptBlocks: 256, keptSeconds: 600 };

/** A chain with a block every `blockTimeMs`; timestamps are whole seconds. */
function createChain(blockTimeMs: number) {
  let asked = 0;
  const toHeader = (number: number) =>
    ({ number, timestamp: Math.floor((number * blockTimeMs) / 1000) }) as BlockHeader;
  const getBlock = async (number: number) => {
    asked += 1;
    return toHeader(number);
  };
  const reader = { getBlock } as Partial<ChainReader> as ChainReader;
  return { reader, toHeader, asked: () => asked };
}

describe("findSettledBlock", () => {
  for (const [blockTimeMs, distance] of [
    [200, 4_096],
    [2_000, 512],
    [12_000, 256],
  ] as const) {
    it(`a settled block is at least ten minutes and 256 blocks old at a block every ${blockTimeMs} ms`, async () => {
      const chain = createChain(blockTimeMs);
      const head = chain.toHeader(1_000_000);
      const settled = await findSettledBlock({ ...KEPT, reader: chain.reader, head, after: 5 });
      assert.equal(head.number - settled, distance);
      assert.ok(head.timestamp - chain.toHeader(settled).timestamp >= 600);
    });
  }

  it("no block after the index's own counts as settled while the index is near the head, and no node is asked", async () => {
    const chain = createChain(200);
    const options = { ...KEPT, reader: chain.reader, head: chain.toHeader(10_000) };
    assert.equal(await findSettledBlock({ ...options, after: 9_990 }), 9_990);
    assert.equal(chain.asked(), 0);
    assert.equal(await findSettledBlock({ ...options, after: 8_000 }), 8_000);
  });
});
