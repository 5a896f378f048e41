import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findLookAlike, toSkeleton } from "./look-alikes.ts";

/** By alphabet and in the order of Unicode: the letters, and what they are taken for. */
const ALPHABETS: [script: string, letters: string, looksLike: string][] = [
  [
    "Greek",
    "\u037F\u0391\u0392\u0395\u0396\u0397\u0399\u039A\u039C\u039D\u039F\u03A1\u03A4\u03A5\u03A7\u03B1\u03B3\u03B9\u03BA\u03BD\u03BF\u03C1\u03C3\u03C4\u03C5\u03C7\u03DC\u03F2\u03F3\u03F9\u03FA",
    "JABEZHIKMNOPTYXayikvopotuxFcjCM",
  ],
  [
    "Cyrillic",
    "\u0405\u0406\u0408\u0410\u0412\u0415\u0417\u041A\u041C\u041D\u041E\u0420\u0421\u0422\u0423\u0425\u042C\u0430\u0435\u043E\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u0474\u0475\u04AE\u04AF\u04BB\u04BD\u04C0\u04CF\u0501\u050C\u051A\u051B\u051C\u051D",
    "SIJABE3KMHOPCTYXbaeopcyxsijVvYyheIldGQqWw",
  ],
  [
    "Armenian",
    "\u053C\u054D\u054F\u0555\u0561\u0563\u0566\u0570\u0575\u0578\u057C\u057D\u0581\u0585",
    "LUSOwqqhjnnugo",
  ],
  [
    "Cherokee",
    "\u13A0\u13A1\u13A2\u13A9\u13AA\u13AB\u13AC\u13B3\u13B7\u13BB\u13C0\u13C3\u13D9\u13DA\u13DE\u13DF\u13E2\u13E6\u13F4",
    "DRTYAJEWMHGZVSLCPKB",
  ],
  [
    "Coptic",
    "\u2C82\u2C8E\u2C92\u2C94\u2C98\u2C9A\u2C9E\u2C9F\u2CA2\u2CA3\u2CA4\u2CA5\u2CA6\u2CA8\u2CAC\u2CAD",
    "BHIKMNOoPpCcTYXx",
  ],
  [
    "Lisu",
    "\uA4D0\uA4D1\uA4D3\uA4D4\uA4D6\uA4D7\uA4D9\uA4DA\uA4DC\uA4DD\uA4DF\uA4E0\uA4E1\uA4E2\uA4E3\uA4E6\uA4E7\uA4EA\uA4EB\uA4EC\uA4EE\uA4F0\uA4F2\uA4F3\uA4F4",
    "BPDTGKJCZFMNLSRVHWXYAEIOU",
  ],
  [
    "Latin",
    "\u0131\u01A7\u01B7\u01BC\u01C0\u01C3\u021C\u0222\u0223\u0237\u0251\u0261\u0262\u0269\u026A\u0274\u0280\u028B\u028F\u0299\u029C\u029F\u1D00\u1D04\u1D05\u1D07\u1D0A\u1D0B\u1D0D\u1D0F\u1D18\u1D1B\u1D1C\u1D20\u1D21\u1D22\uA730\uA731",
    "i235I!388jagGiINRuYBHLACDEJKMOPTUVWZFS",
  ],
  ["Common", "\u2010\u2011\u2012\u2013\u2024\u2043\u2044\u212E\u2212\u2215\u2223", "----.-/e-/|"],
];

describe("a character that looks like one of ASCII", () => {
  for (const [script, letters, looksLike] of ALPHABETS) {
    it(`is known: ${looksLike} in ${script}`, () => {
      assert.match(letters, new RegExp(`^\\p{Script=${script}}+$`, "u"));
      assert.equal([...letters].map(findLookAlike).join(""), looksLike);
    });
  }

  it("is one of these, or Unicode has it as another form of that character", () => {
    const listed = new Set(ALPHABETS.flatMap(([, letters]) => [...letters]));
    for (let code = 0; code <= 0xffff; code += 1) {
      const character = String.fromCharCode(code);
      if (listed.has(character)) continue;
      const found = findLookAlike(character);
      if (found === undefined) continue;
      assert.equal(found, character.normalize("NFKC"), `U+${code.toString(16)}`);
      assert.ok(code > 0x7f, `U+${code.toString(16)} is ASCII itself`);
    }
  });

  it("may stand for several, but not for a part of what it is", () => {
    assert.equal(findLookAlike("\u2163"), "IV");
    for (const unit of ["\u3382", "\u33C0"])
      assert.equal(findLookAlike(unit), undefined, unit.normalize("NFKC"));
  });
});

it("a skeleton is its own skeleton", () => {
  for (const text of ["USDC", "US\u216E 10", "\u{1D414}\u0405\u1E0C\u2163", "\u5186"]) {
    assert.equal(toSkeleton(toSkeleton(text)), toSkeleton(text), text);
  }
});

it("letters that are drawn alike have the same skeleton, and others have not", () => {
  for (const alike of ["Il1|", "O0o", "Cc", "Ss", "Uu", "Vv", "Ww", "Xx", "Zz"]) {
    assert.equal(new Set([...alike].map(toSkeleton)).size, 1, alike);
  }
  const different = "ABCDEFGHIJKLMNOPQRSTUVWXYZabdefghijkmnpqrty23456789";
  assert.equal(new Set([...different].map(toSkeleton)).size, different.length);
});
