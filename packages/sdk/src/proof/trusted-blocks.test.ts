import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { rememberBlocks } from "./trusted-blocks.ts";

const toBlock = (number: number) => ({ number, hash: `0x${number.toString(16).padStart(64, "0")}` as const });

/** A trusted source that is asked about blocks, and what is remembered of the answers. */
function setUp(answer: () => Promise<boolean>) {
  const asked: number[] = [];
  const isCanonical = rememberBlocks((block) => {
    asked.push(block.number);
    return answer();
  });
  return { asked, isCanonical };
}

describe("rememberBlocks", () => {
  it("asks about a block again after a no, since the node may have been behind", async () => {
    const answers = [false, false, true];
    const { asked, isCanonical } = setUp(async () => answers.shift() ?? assert.fail());
    assert.deepEqual(
      [await isCanonical(toBlock(1)), await isCanonical(toBlock(1)), await isCanonical(toBlock(1))],
      [false, false, true],
    );
    assert.equal(asked.length, 3);
  });

  it("asks again after a failure", async () => {
    const answers = [Promise.reject(new Error("away")), Promise.resolve(true)];
    const { isCanonical } = setUp(() => answers.shift() ?? assert.fail());
    await assert.rejects(isCanonical(toBlock(1)), /away/);
    assert.equal(await isCanonical(toBlock(1)), true);
  });

  it("asks once about a block that is the chain's, also for those who ask meanwhile, and forgets the oldest of many", async () => {
    const { asked, isCanonical } = setUp(async () => true);
    await Promise.all([isCanonical(toBlock(1)), isCanonical(toBlock(1))]);
    await isCanonical(toBlock(1));
    assert.deepEqual(asked, [1]);
    for (let number = 2; number <= 257; number += 1) await isCanonical(toBlock(number));
    await isCanonical(toBlock(257));
    assert.equal(asked.length, 257);
    await isCanonical(toBlock(1));
    assert.equal(asked.length, 258);
  });
});
