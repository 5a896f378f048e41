import assert from "node:assert/strict";
import test from "node:test";
import { toVisibleText } from "./visible-text.ts";

test("characters that turn the direction of a text are written out", () => {
  assert.equal(toVisibleText("\u202Egnp.exe\u202C"), "⟨U+202E⟩gnp.exe⟨U+202C⟩");
  for (const code of [0x200e, 0x200f, 0x061c, 0x202a, 0x202b, 0x202d, 0x2066, 0x2067, 0x2068, 0x2069]) {
    const sign = String.fromCodePoint(code);
    const mark = `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
    assert.equal(toVisibleText(`a${sign}b`), `a${mark}b`);
  }
});

test("characters that are drawn as nothing are written out", () => {
  const unseen = [
    "\u200B",
    "\u200C",
    "\u200D",
    "\u2060",
    "\uFEFF",
    "\u00AD",
    "\u034F",
    "\u3164",
    "\u0000",
    "\u0085",
  ];
  for (const sign of [...unseen, "\u{E0041}", "\u2028", "\uFE0F", "\u2800"]) {
    assert.match(toVisibleText(`US${sign}DC`), /^US⟨U\+[0-9A-F]{4,6}⟩DC$/);
  }
});

test("emoji, and scripts that write with joiners, look as they should", () => {
  for (const text of [
    "Couriers 🚲 of family 👩‍👩‍👧 with flags 🇩🇪",
    "🏳️‍🌈 ❤️ 1️⃣ 👩🏽‍🚀",
    "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
    "می‌خواهم",
    "שלום",
    "Zeile eins\nZeile zwei",
  ])
    assert.equal(toVisibleText(text), text);
});
