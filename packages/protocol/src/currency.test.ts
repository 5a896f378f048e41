import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createCurrencyDescriber, describeCurrency } from "./currency.ts";

const whyOf = (currency: string) => describeCurrency(currency).why;

describe("describeCurrency", () => {
  it("leaves ordinary currencies unmarked", () => {
    const ordinary = [
      "EUR",
      "USDC",
      "€",
      "円",
      "BTC",
      "ETH",
      "US Dollar",
      "Kč",
      "zł",
      "R$",
      "₨",
      "USD₮",
      "руб",
    ];
    for (const currency of [
      ...ordinary,
      "грн",
      "ر.س",
      "Ξ",
      "人民币",
      "원",
      "रुपया",
      "kr.",
      "m²",
      "µETH",
      "1INCH",
    ])
      assert.deepEqual(describeCurrency(currency), {
        text: currency,
        isSuspicious: false,
        mark: "",
        why: "",
      });
  });

  it("names the letters that look like others", () => {
    assert.equal(whyOf("\u054DSD"), "\u054D is U+054D, not U");
    assert.equal(whyOf("u\u0455d"), "\u0455 is U+0455, not s");
    assert.equal(
      whyOf("\u0395\u03A4\u0397"),
      "\u0395 is U+0395, not E, \u03A4 is U+03A4, not T, \u0397 is U+0397, not H",
    );
    for (const currency of [
      "\uFF35\uFF33\uFF24",
      "\u{1D414}SD",
      "US\u216E",
      "EU\uFF32",
      "US\u2010D",
      "BT\uA4DA",
    ])
      assert.equal(describeCurrency(currency).mark, "look-alike", currency);
    assert.equal(whyOf("USD\u0434"), "mixes letters of different alphabets");
  });

  it("writes out what cannot be seen, and says so", () => {
    assert.deepEqual(describeCurrency("USD\u200B"), {
      text: "USD⟨U+200B⟩",
      isSuspicious: true,
      mark: "hidden characters",
      why: "contains U+200B, which cannot be seen",
    });
    for (const currency of [
      "USD ",
      " USD",
      "US\u00ADD",
      "\u202EDSU",
      "USD\u00A0",
      "USD\u0000",
      "USD\u0301",
      "USD\uFFFD",
      "\uE000",
    ])
      assert.equal(describeCurrency(currency).mark, "hidden characters", JSON.stringify(currency));
    assert.equal(whyOf("U\u200BS\u200CD\u200B"), "contains U+200B, U+200C, which cannot be seen");
    assert.equal(describeCurrency("\u200BU\u0405D").mark, "look-alike");
    assert.equal(whyOf("\u200BU\u0405D"), "\u0405 is U+0405, not S; contains U+200B, which cannot be seen");
  });
});

describe("the currencies of one list", () => {
  const marksOf = (currencies: string[]) => {
    const describeOne = createCurrencyDescriber(currencies);
    return currencies.map((currency) => describeOne(currency).why);
  };

  it("say which one of them they look like, unless they alone are written as usual", () => {
    assert.deepEqual(marksOf(["INR", "lNR"]), ["", "looks like INR, which is another currency here"]);
    assert.deepEqual(marksOf(["USDC", "USDc", "EUR"]), [
      "",
      "looks like USDC, which is another currency here",
      "",
    ]);
    assert.deepEqual(marksOf(["USDC", "USDC\u200B"]), [
      "",
      "contains U+200B, which cannot be seen; looks like USDC, which is another currency here",
    ]);
    assert.deepEqual(marksOf(["B0B", "BOB"]), [
      "looks like BOB, which is another currency here",
      "looks like B0B, which is another currency here",
    ]);
    assert.deepEqual(marksOf(["Usdc", "uSdc"]), [
      "looks like uSdc, which is another currency here",
      "looks like Usdc, which is another currency here",
    ]);
    assert.deepEqual(marksOf(["USD", "US\u1E0C"]), ["", "looks like USD, which is another currency here"]);
  });

  it("are called look-alikes, unless only hidden characters make the difference", () => {
    const currencies = ["USDC", "USDc", "USDC\u200B"];
    const describeOne = createCurrencyDescriber(currencies);
    assert.deepEqual(
      currencies.map((currency) => describeOne(currency).mark),
      ["", "look-alike", "hidden characters"],
    );
  });

  it("are not marked for being different, nor for standing there twice", () => {
    assert.deepEqual(marksOf(["EUR", "USDC", "USD", "usd", "EUR", "円"]), ["", "", "", "", "", ""]);
  });
});
