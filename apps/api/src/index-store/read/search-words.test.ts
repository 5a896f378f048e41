import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { joinTexts } from "./joined-texts.ts";
import { findRareWords, leaveOutWords, toTextQuery } from "./search-words.ts";

describe("findRareWords", () => {
  const find = (text: string, scopes: string[] = []) =>
    findRareWords(text, joinTexts(scopes.map((scope) => ` ${scope} `))).map(
      ({ word, isBeginning }) => `${word}${isBeginning ? "…" : ""}`,
    );

  it("takes words that stand between spaces, and the last as the beginning of one", () => {
    assert.deepEqual(find("order 4711, region 8"), ["4711,", "region", "8…"]);
    assert.deepEqual(find("order  4711"), ["4711…"]);
  });

  it("takes no word alone, which a scope may hold within a longer one", () => {
    assert.deepEqual(find("4711"), []);
  });

  it("takes no word that several scopes of the sample have as a whole word, or as the beginning of one", () => {
    const twice = (scope: string) => [scope, scope];
    assert.deepEqual(find("order 4711, region 8", twice("Region region 80")), ["4711,"]);
    assert.deepEqual(find("order 4711, region 8", twice("14711, regional 18")), ["4711,", "region", "8…"]);
    assert.deepEqual(find("order 4711, region 8", ["4711, region 8"]), ["4711,", "region", "8…"]);
  });

  it("takes a few of many", () => {
    assert.equal(find("a b c d e f g h").length, 4);
  });
});

describe("leaveOutWords", () => {
  it("gives the pieces between the words, with the spaces that divide them", () => {
    const words = ["b", "d"].map((word) => ({ word, isBeginning: false, seen: 0 }));
    assert.deepEqual(leaveOutWords("a b cb e d", words), ["a ", " cb e ", ""]);
    assert.deepEqual(leaveOutWords("a bc", words), ["a bc"]);
  });
});

describe("toTextQuery", () => {
  it("asks for all words as they are, whatever characters they have", () => {
    const words = [
      { word: "it's", isBeginning: false, seen: 0 },
      { word: "a\\b:*&!", isBeginning: true, seen: 0 },
    ];
    assert.equal(toTextQuery(words), String.raw`'it''s' & 'a\\b:*&!':*`);
  });
});
