import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toConsentWords } from "./consent-words.ts";

describe("a filing of consent", () => {
  it("a filing of consent names what its actor agreed to, and no earlier consent", () => {
    const filing = {
      wallet: true,
      haftungsperson: true,
      parent: true,
      given: { wallet: false, haftungsperson: true, parent: false },
    };
    assert.equal(toConsentWords(filing), "Haftungsperson");
    assert.equal(
      toConsentWords({ given: { wallet: true, haftungsperson: true, parent: true } }),
      "wallet, Haftungsperson, parent",
    );
  });
});
