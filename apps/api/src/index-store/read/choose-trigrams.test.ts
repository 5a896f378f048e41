import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { chooseTrigrams, toTrigrams } from "./choose-trigrams.ts";
import { joinTexts } from "./joined-texts.ts";

describe("toTrigrams", () => {
  it("takes every three characters once, however many bytes they have", () => {
    assert.deepEqual(toTrigrams("aaaab"), ["aaa", "aab"]);
    assert.deepEqual(toTrigrams("日本語🙂"), ["日本語", "本語🙂"]);
    assert.deepEqual(toTrigrams("ab"), []);
  });
});

describe("chooseTrigrams", () => {
  const repeat = (count: number, text: string) => Array.from({ length: count }, () => text);

  it("takes one that is rare and leaves the frequent ones", () => {
    const sample = joinTexts([...repeat(999, "order 1"), "order 4711"]);
    assert.deepEqual(chooseTrigrams(toTrigrams("order 4711"), sample).length, 1);
    assert.match(chooseTrigrams(toTrigrams("order 4711"), sample)[0] ?? "", /[47]/);
  });

  it("takes several that are frequent, if they seldom come together", () => {
    const texts = [...repeat(300, "review"), ...repeat(300, "farms"), ...repeat(10, "review farms")];
    const sample = joinTexts(texts);
    assert.deepEqual(chooseTrigrams(["rev", "arm"], sample).toSorted(), ["arm", "rev"]);
  });

  it("takes no second one that finds nothing less", () => {
    const sample = joinTexts([...repeat(100, "review"), ...repeat(900, "other")]);
    assert.equal(chooseTrigrams(toTrigrams("review"), sample).length, 1);
  });

  it("takes one even if nothing is known, and none of nothing", () => {
    assert.equal(chooseTrigrams(["abc", "bcd"], joinTexts([])).length, 1);
    assert.deepEqual(chooseTrigrams([], joinTexts(["abc"])), []);
  });
});
