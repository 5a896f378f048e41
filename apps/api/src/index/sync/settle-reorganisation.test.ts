import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { chooseCourse, findCommonHeight } from "./settle-reorganisation.ts";

const toBlock = (number: number, branch = "a") => ({ number, hash: `${branch}${number}` });

/** What becomes of an index whose newest block is 10 of branch `a`, given a node's head and its branch. */
function choose(head: { number: number; hash: string }, branch = head.hash.charAt(0)) {
  const known = [10, 9, 8, 7].map((number) => toBlock(number));
  const checkpoint = toBlock(10);
  const ours = findCommonHeight({ known, head, genesisHash: "a0" });
  return chooseCourse({ checkpoint, head, ours, theirs: toBlock(ours.number, branch) });
}

describe("the course of the index", () => {
  it("goes on from its newest block if the nodes have it", () => {
    assert.equal(choose(toBlock(10)), "go-on");
    assert.equal(choose(toBlock(12)), "go-on");
  });

  it("waits for nodes that have fewer of its blocks, however few", () => {
    assert.equal(choose(toBlock(9)), "behind");
    assert.equal(choose(toBlock(7)), "behind");
    assert.equal(choose(toBlock(3)), "behind");
    assert.equal(choose(toBlock(0)), "behind");
  });

  it("takes back blocks if the nodes have another one of the same height, with or without newer ones", () => {
    assert.equal(choose(toBlock(10, "b")), "take-back");
    assert.equal(choose(toBlock(12, "b")), "take-back");
    assert.equal(choose(toBlock(8, "b")), "take-back");
    assert.equal(choose(toBlock(3, "b")), "take-back");
  });
});
