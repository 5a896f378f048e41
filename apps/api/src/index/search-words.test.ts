import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toSearchRows, toSearchWords, toStoredText } from "./stored-values.ts";

describe("toSearchWords", () => {
  const cases: [string, string[]][] = [
    ["Route planning, EU-US (3.5 t)", ["route", "planning", "eu", "us", "3", "5", "t"]],
    ["sales@example.com https://a.example/b?c=d", "sales example com https a example b c d".split(" ")],
    ["AND OR NOT NEAR(\"a\" b*) ^c:d 'e':*", ["and", "or", "not", "near", "a", "b", "c", "d", "e"]],
    ["ÄRZTE Россия ΟΔΟΣ", ["ärzte", "россия", "οδοσ"]],
    ["日本語のagent", ["日", "本", "語", "の", "agent"]],
    ["🙂👩‍👧 ❤️", ["🙂", "👩", "👧", "❤"]],
    ["a\0b\u0007c\u200bd\u001be", ["a", "b", "c", "d", "e"]],
    ["% _ \\ -- ''", []],
    ["", []],
  ];
  for (const [text, words] of cases)
    it(`splits ${JSON.stringify(text)}`, () => assert.deepEqual(toSearchWords(text), words));

  it("takes letters for the same however they are composed, and marks for parts of a word", () => {
    assert.deepEqual(toSearchWords("Zu\u0308rich ﬁne ＡＢ"), ["zürich", "fine", "ab"]);
    assert.deepEqual(toSearchWords("हिन्दी \u0301a"), ["हिन्दी", "a"]);
  });

  it("gives the beginning of a word for the beginning of its text", () => {
    for (const text of ["ΟΔΟΣΑ", "STRASSENBAHN", "Übersetzung"]) {
      const [word = ""] = toSearchWords(text);
      for (let length = 1; length < text.length; length += 1)
        assert.ok(word.startsWith(toSearchWords(text.slice(0, length))[0] ?? "none"), text.slice(0, length));
    }
  });

  it("cuts long words, by whole characters", () => {
    assert.deepEqual(toSearchWords("𝒳".repeat(300)), ["x".repeat(100)]);
    assert.deepEqual(toSearchWords("𐐨".repeat(300)), ["𐐨".repeat(100)]);
  });
});

it("toSearchRows takes the words of the text, not of how it is stored", () => {
  const agent = { agent_id: 7, operational_scope: toStoredText("inner\0NUL \u001b0") };
  assert.deepEqual(JSON.parse(toSearchRows([agent])), [[7, "inner nul 0"]]);
});
