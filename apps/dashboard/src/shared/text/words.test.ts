import assert from "node:assert/strict";
import test, { describe, it } from "node:test";
import { joinWords, shortenHex, toQuote, toQuoteEnd } from "./words.ts";

it("words are joined as Intl.ListFormat joins them", () => {
  const format = new Intl.ListFormat("en-GB");
  for (const words of [[], ["a"], ["a", "b"], ["a", "b", "c"], ["a", "b", "c", "d"]])
    assert.equal(joinWords(words), format.format(words));
});

describe("the reason in a verdict", () => {
  it("a reason is quoted without the blanks around it, and not at all if it is blank", () => {
    assert.deepEqual([" pending audit \n", "  ", ""].map(toQuote), ["pending audit", null, null]);
  });

  it("a quoted reason is followed by one full stop, its own or ours", () => {
    assert.deepEqual(["On its own.", "Why?", "Stop!", "and so on…", "pending audit"].map(toQuoteEnd), [
      "",
      "",
      "",
      "",
      ".",
    ]);
  });
});

test("shortened hex keeps both ends; short values are left alone", () => {
  assert.equal(shortenHex("0x70997970C51812dc3A010C7d01b50e0d17dc79C8"), "0x7099…79C8");
  assert.equal(shortenHex("0x12345678"), "0x12345678");
});
