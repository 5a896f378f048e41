import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { joinTexts } from "./joined-texts.ts";

describe("joinTexts", () => {
  const texts = ["review", "", "re", "view review", "overview 日本"];
  const { find } = joinTexts(texts);

  it("finds each text that holds a part, once", () => {
    for (const part of ["re", "review", "view", "w", "日本", "x", "evie", ""])
      assert.deepEqual(
        find(part),
        texts.flatMap((text, i) => (text.includes(part) ? [i] : [])),
        part,
      );
  });

  it("finds the same again, however many parts were looked for meanwhile", () => {
    const first = find("view");
    for (let i = 0; i < 2_000; i += 1) find(`part ${i}`);
    assert.deepEqual(find("view"), first);
    assert.deepEqual(find("part 7"), []);
  });

  it("finds nothing that only two texts together hold", () => {
    assert.deepEqual(find("wre"), []);
  });

  it("finds nothing in no texts", () => {
    assert.deepEqual(joinTexts([]).find("a"), []);
    assert.deepEqual(joinTexts([]).find(""), []);
  });
});
