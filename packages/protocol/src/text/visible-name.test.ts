import assert from "node:assert/strict";
import test from "node:test";
import { PLAIN, toVisibleName } from "./visible-name.ts";

test("names that differ in any character look different", () => {
  const names = [
    ...["USDC", "USDC\u200B", "\u202ECDSU", "USDC ", " USDC", "USDC\u00A0", "USDC\n", "US DC", "US  DC"],
    ...["USDC\uE000", "USDC\u0378", "USDC\uFE0F", "USDC\u0327", "USDC\u200B\u200B", "USDC⟨U+200B⟩"],
  ];
  const seen = names.map((name) => toVisibleName(name).replace(/\s+/g, " ").trim());
  assert.equal(new Set(seen).size, names.length, seen.join(" | "));
});

test("characters that cannot be seen are written out", () => {
  for (const code of [
    0x200b, 0x200e, 0x202e, 0x2066, 0x00ad, 0x034f, 0x3164, 0x0000, 0x2028, 0x2800, 0xe0041,
  ]) {
    const mark = `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
    assert.equal(toVisibleName(`a${String.fromCodePoint(code)}b`), `a${mark}b`);
  }
});

test("ordinary names stay as they are", () => {
  for (const name of ["USDC", "data sales", "€", "円", "Kč", "₹", "रुपया", "ر.س", "บาท"])
    assert.equal(toVisibleName(name), name);
});

test("what passes as plain is always seen", () => {
  const plain = new RegExp(`[${PLAIN}]`);
  for (let code = 0; code <= 0xffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (!plain.test(character)) continue;
    assert.match(character, /[\p{L}\p{N}\p{P}\p{S}]/u, `U+${code.toString(16)}`);
    assert.doesNotMatch(character, /[\p{Default_Ignorable_Code_Point}⟨]/u, `U+${code.toString(16)}`);
  }
});
