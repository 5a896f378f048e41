import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createRangeSize } from "./read-range.ts";

describe("createRangeSize", () => {
  it("the range grows over empty blocks and shrinks when logs are dense", () => {
    const size = createRangeSize({ initialBlocks: 100 });
    size.succeeded({ asked: 100, logs: 0 });
    assert.equal(size.blocks, 400);
    size.succeeded({ asked: 400, logs: 40_000 });
    assert.equal(size.blocks, 10);
  });

  it("a short last range does not change the size", () => {
    const size = createRangeSize({ initialBlocks: 100 });
    size.succeeded({ asked: 3, logs: 3 });
    assert.equal(size.blocks, 100);
  });

  it("the range stays below a limit that a node named, and grows beyond it much later", () => {
    const size = createRangeSize({ initialBlocks: 100 });
    assert.ok(size.tooLarge(100));
    assert.equal(size.blocks, 50);
    for (let i = 0; i < 49; i += 1) size.succeeded({ asked: size.blocks, logs: 0 });
    assert.equal(size.blocks, 50);
    for (let i = 0; i < 5; i += 1) size.succeeded({ asked: size.blocks, logs: 0 });
    assert.equal(size.blocks, 100);
  });

  it("a range of a single block cannot shrink", () => {
    const size = createRangeSize({ initialBlocks: 2 });
    assert.ok(size.tooLarge(2));
    assert.equal(size.blocks, 1);
    assert.equal(size.tooLarge(1), false);
    assert.equal(size.blocks, 1);
  });
});
