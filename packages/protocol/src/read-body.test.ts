import assert from "node:assert/strict";
import { test } from "node:test";
import { readBody } from "./read-body.ts";

/** Chunks of these sizes, filled with 1, 2, …; records how many were asked for. */
function chunksOf(...sizes: number[]) {
  const state = { read: 0 };
  async function* chunks() {
    for (const size of sizes) {
      state.read++;
      yield new Uint8Array(size).fill(state.read);
    }
  }
  return { state, chunks: chunks() };
}

test("chunks are put together in their order", async () => {
  const { chunks } = chunksOf(1, 2, 1);
  assert.deepEqual(await readBody({ chunks, maxBytes: 100 }), new Uint8Array([1, 2, 2, 3]));
});

test("no body is an empty one", async () => {
  assert.deepEqual(await readBody({ chunks: null, maxBytes: 1 }), new Uint8Array());
});

test("a body may be as long as the limit, and is not read beyond it", async () => {
  assert.equal((await readBody({ chunks: chunksOf(2, 2).chunks, maxBytes: 4 }))?.length, 4);
  const { chunks, state } = chunksOf(2, 3, 2);
  assert.equal(await readBody({ chunks, maxBytes: 4 }), undefined);
  assert.equal(state.read, 2);
});
