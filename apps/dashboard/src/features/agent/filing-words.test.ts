import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toGivenWords } from "./filing-words.ts";

describe("a filing of consent", () => {
  it("names what its actor agreed to, and nothing that stood before", () => {
    const filing = {
      wallet: true,
      haftungsperson: true,
      parent: true,
      given: { wallet: false, haftungsperson: true, parent: false },
    };
    assert.equal(toGivenWords(filing), "Haftungsperson");
    assert.equal(
      toGivenWords({ given: { wallet: true, haftungsperson: true, parent: true } }),
      "wallet, Haftungsperson, parent",
    );
  });
});
