import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readAtBlock, toBlockHeaders } from "./read-at-block.ts";

const blockAt = (number: number) => ({ number, hash: `0x${number}` as const });

/** An index to which blocks are added while it is read: so many with the first reading, with the second and so on. */
function setUp(added: number[]) {
  const state = { newest: 1, reads: 0 };
  const reader = { findNewestBlock: async () => blockAt(state.newest) };
  const read = async () => {
    const seen = state.newest;
    state.newest += added[state.reads] ?? 0;
    state.reads += 1;
    return seen;
  };
  return { state, reader, read };
}

describe("readAtBlock", () => {
  it("reads once while no block comes", async () => {
    const { reader, read, state } = setUp([]);
    assert.deepEqual(await readAtBlock(reader, read), { value: 1, block: blockAt(1) });
    assert.equal(state.reads, 1);
  });

  it("reads again if a block came meanwhile, so that answer and block agree", async () => {
    const { reader, read } = setUp([2]);
    assert.deepEqual(await readAtBlock(reader, read), { value: 3, block: blockAt(3) });
  });

  it("answers after three readings however fast blocks come, with a block that is not newer than the answer", async () => {
    const { reader, read, state } = setUp([1, 1, 1, 1]);
    assert.deepEqual(await readAtBlock(reader, read), { value: 3, block: blockAt(3) });
    assert.equal(state.reads, 3);
  });

  it("reads only once what takes long", async () => {
    const { reader, read, state } = setUp([1]);
    assert.deepEqual(await readAtBlock(reader, read, { maxReads: 1 }), { value: 1, block: blockAt(1) });
    assert.equal(state.reads, 1);
  });
});

describe("toBlockHeaders", () => {
  it("names the block, and nothing while the index has none", () => {
    assert.deepEqual(toBlockHeaders(blockAt(7)), { "X-Registry-Block": "7", "X-Registry-Block-Hash": "0x7" });
    assert.deepEqual(toBlockHeaders(undefined), {});
  });
});
