import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findConfirmedBlock } from "./create-agreement.ts";

const NOW = 1_700_000_000;

/** A block every two seconds, the newest one now. */
const toHead = (number: number) => ({
  number,
  hash: `0x${number}`,
  parentHash: `0x${number - 1}`,
  timestamp: NOW - 2 * (100 - number),
  logsBloom: "",
});
const sharing = (number: number) => ({ head: toHead(number), isShared: true });
const unlike = (number: number) => ({ head: toHead(number), isShared: false });

const find = (candidate: number, others: { head: ReturnType<typeof toHead>; isShared: boolean }[]) =>
  findConfirmedBlock({ candidate: toHead(candidate), others, nowSeconds: NOW })?.number;

describe("the block that most nodes have", () => {
  it("is a single node's own", () => {
    assert.equal(find(100, []), 100);
  });

  it("is the older one of two", () => {
    assert.equal(find(100, [sharing(99)]), 99);
    assert.equal(find(99, [sharing(100)]), 99);
    assert.equal(find(100, [sharing(100)]), 100);
  });

  it("is the second newest of three and the third newest of five", () => {
    assert.equal(find(100, [sharing(98), sharing(99)]), 99);
    assert.equal(find(100, [sharing(96), sharing(99), sharing(97), sharing(98)]), 98);
  });

  it("is none if two contradict each other, or two of three the candidate", () => {
    assert.equal(find(100, [unlike(100)]), undefined);
    assert.equal(find(100, [unlike(100), unlike(99)]), undefined);
    assert.equal(find(100, [unlike(100), unlike(99), sharing(99)]), undefined);
  });

  it("is that of two if the third is on another chain", () => {
    assert.equal(find(99, [unlike(100), sharing(98)]), 98);
  });

  it("does not wait for a node whose head stands still", () => {
    assert.equal(find(100, [sharing(50)]), 100);
    assert.equal(find(100, [sharing(50), sharing(99)]), 99);
  });

  it("waits for a node that is late by a block or two", () => {
    assert.equal(find(100, [sharing(96)]), 96);
  });

  it("is none if most stand still: the one that goes on may have invented its blocks", () => {
    assert.equal(find(100, [sharing(50), sharing(50)]), undefined);
  });

  it("stays with those that are up to date by our clock if one runs ahead of it", () => {
    const ahead = { ...toHead(500), timestamp: NOW + 800 };
    const others = [sharing(100), sharing(99)];
    assert.equal(findConfirmedBlock({ candidate: ahead, others, nowSeconds: NOW })?.number, 100);
    const [other] = others;
    assert.ok(other);
    assert.equal(findConfirmedBlock({ candidate: ahead, others: [other], nowSeconds: NOW })?.number, 100);
  });
});
