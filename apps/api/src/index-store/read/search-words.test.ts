import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { joinTexts } from "./joined-texts.ts";
import { findRareWords, toTextQuery } from "./search-words.ts";

describe("findRareWords", () => {
  const find = (text: string, scopes: string[] = []) =>
    findRareWords(text, joinTexts(scopes)).map(({ word, isBeginning }) => `${word}${isBeginning ? "…" : ""}`);

  it("takes words that stand between spaces, and the last as the beginning of one", () => {
    assert.deepEqual(find("order 4711, region 8"), ["4711,", "region", "8…"]);
    assert.deepEqual(find("order  4711"), ["4711…"]);
  });

  it("takes no word alone, which a scope may hold within a longer one", () => {
    assert.deepEqual(find("4711"), []);
  });

  it("takes no word that the sample holds, not even within another", () => {
    assert.deepEqual(find("order 4711, region 8", ["regional order 18"]), ["4711,"]);
  });

  it("takes a few of many", () => {
    assert.equal(find("a b c d e f g h").length, 4);
  });
});

describe("toTextQuery", () => {
  it("asks for all words as they are, whatever characters they have", () => {
    const words = [
      { word: "it's", isBeginning: false },
      { word: "a\\b:*&!", isBeginning: true },
    ];
    assert.equal(toTextQuery(words), String.raw`'it''s' & 'a\\b:*&!':*`);
  });
});
