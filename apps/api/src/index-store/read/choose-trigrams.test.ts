import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { chooseTrigrams, toTrigrams } from "./choose-trigrams.ts";
import { type JoinedTexts, joinTexts } from "./joined-texts.ts";

describe("toTrigrams", () => {
  it("takes every three characters once, however many bytes they have", () => {
    assert.deepEqual(toTrigrams("aaaab"), ["aaa", "aab"]);
    assert.deepEqual(toTrigrams("日本語🙂"), ["日本語", "本語🙂"]);
    assert.deepEqual(toTrigrams("ab"), []);
  });
});

describe("chooseTrigrams", () => {
  const choose = (trigrams: string[], sample: JoinedTexts, costOfEntry = 0.05) =>
    chooseTrigrams(trigrams, { sample, costOfEntry });
  const repeat = (count: number, text: string) => Array.from({ length: count }, () => text);

  it("takes those that are rare and leaves the frequent ones", () => {
    const sample = joinTexts([...repeat(999, "order 1"), "order 4711"]);
    const chosen = choose(toTrigrams("order 4711"), sample);
    assert.ok(chosen.length > 0);
    for (const trigram of chosen) assert.match(trigram, /[47]/);
  });

  it("takes several that the sample does not hold: the register may hold each of them many times", () => {
    const sample = joinTexts(repeat(1_000, "order"));
    assert.deepEqual(choose(toTrigrams("47281"), sample, 0.015).toSorted(), ["281", "472", "728"]);
  });

  it("takes several that are frequent, if they seldom come together", () => {
    const texts = [...repeat(300, "review"), ...repeat(300, "farms"), ...repeat(10, "review farms")];
    const sample = joinTexts(texts);
    assert.deepEqual(choose(["rev", "arm"], sample).toSorted(), ["arm", "rev"]);
  });

  it("tells the rarest first, in which an index should look first", () => {
    const texts = [...repeat(200, "farms"), ...repeat(100, "review"), ...repeat(5, "review farms")];
    const sample = joinTexts([...texts, ...repeat(1_000, "other")]);
    assert.deepEqual(choose(["arm", "rev"], sample), ["rev", "arm"]);
  });

  it("takes more where a list costs little", () => {
    const texts = [
      ...repeat(900, "review"),
      ...repeat(90, "review farms"),
      ...repeat(10, "review farms hesse"),
    ];
    const sample = joinTexts([...texts, ...repeat(9_000, "hesse")]);
    assert.deepEqual(choose(["rev", "arm", "hes"], sample, 0.05), ["arm"]);
    assert.deepEqual(choose(["rev", "arm", "hes"], sample, 0.005), ["arm", "hes"]);
  });

  it("takes no second one that finds nothing less, however little a list costs", () => {
    const sample = joinTexts([...repeat(100, "review"), ...repeat(900, "other")]);
    assert.equal(choose(toTrigrams("review"), sample, 0.0001).length, 1);
    const apart = [...repeat(100, "review"), ...repeat(100, "farms"), ...repeat(3, "review farms")];
    const chosen = choose(
      ["rev", "vie", "far", "arm"],
      joinTexts([...apart, ...repeat(797, "other")]),
      0.0001,
    );
    assert.equal(chosen.length, 2);
    assert.equal(chosen.filter((trigram) => "review".includes(trigram)).length, 1);
  });

  it("takes one even if nothing is known, and none of nothing", () => {
    assert.equal(choose(["abc", "bcd"], joinTexts([])).length, 1);
    assert.deepEqual(choose([], joinTexts(["abc"])), []);
  });
});
