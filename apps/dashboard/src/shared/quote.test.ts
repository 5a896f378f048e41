import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toQuote, toQuoteEnd } from "./quote.ts";

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
