import assert from "node:assert/strict";
import { it } from "node:test";
import { createBloomTest, readFill, toBloom } from "./node-answers.ts";

/** The filter of a real block that holds one log, of this contract. */
const CONTRACT = "0xe7f1725e7734ce288f8367e1bb143e90bb3f0512";
const BLOOM = `0x00000008000000000000000000000000000000000000000000000040000000000000000000000000000000000000000010000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000100000000000000000000000000000000000000000000000000000000000020000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000200000000000001000000000002000000000000000000000000000000000000000000000000000000000000000000000800000000000000000`;

it("a block's Bloom filter tells whether the block may hold logs of the contract", () => {
  assert.equal(createBloomTest(CONTRACT)(BLOOM), true);
  assert.equal(createBloomTest(CONTRACT)(`0x${"0".repeat(512)}`), false);
  assert.equal(createBloomTest("0x5fbdb2315678afecb367f032d93f642f64180aa3")(BLOOM), false);
  assert.equal(createBloomTest(CONTRACT)(""), true, "no filter rules nothing out");
});

it("logs make the Bloom filter that tells of their contract and topics, and of little else", () => {
  const topics = ["a1", "b2"].map((byte) => `0x${byte.repeat(32)}`);
  const bloom = toBloom([{ address: CONTRACT, topics }]);
  for (const value of [CONTRACT, ...topics]) assert.equal(createBloomTest(value)(bloom), true);
  assert.equal(createBloomTest(`0x${"c3".repeat(32)}`)(bloom), false);
  assert.equal(readFill(bloom), 9 / 2048);
  assert.equal(toBloom([]), `0x${"0".repeat(512)}`);
  assert.equal(readFill(`0x${"f".repeat(512)}`), 1);
});
