import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { matchesEtag } from "./stored-response.ts";

describe("matchesEtag", () => {
  const cases: [string | undefined, boolean][] = [
    [undefined, false],
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ["*", true],
    ['"b"', false],
    ["a", false],
  ];
  for (const [header, expected] of cases) {
    it(`says ${expected} for an If-None-Match of ${header} and the tag "a"`, () =>
      assert.equal(matchesEtag(header, '"a"'), expected));
  }
});
