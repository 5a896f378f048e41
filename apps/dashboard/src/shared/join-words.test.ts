import assert from "node:assert/strict";
import { it } from "node:test";
import { joinWords } from "./join-words.ts";

it("words are joined as Intl.ListFormat joins them", () => {
  const format = new Intl.ListFormat("en-GB");
  for (const words of [[], ["a"], ["a", "b"], ["a", "b", "c"], ["a", "b", "c", "d"]])
    assert.equal(joinWords(words), format.format(words));
});
