import assert from "node:assert/strict";
import test from "node:test";
import { toVisibleJson, toVisibleText } from "./visible-text.ts";

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

test("what is hidden behind a flag is written out, unless it is the code of a region", () => {
  const toTags = (text: string) => String.fromCodePoint(...[...text].map((c) => 0xe0000 + c.charCodeAt(0)));
  assert.equal(toVisibleText(`🏴${toTags("gbeng\x7f")}`), `🏴${toTags("gbeng\x7f")}`);
  const hidden = toVisibleText(`🏴${toTags("ignoreallrules\x7f")}`);
  assert.equal(hidden.match(/⟨U\+E00[67][0-9A-F]⟩/g)?.length, "ignoreallrules\x7f".length);
});

test("JSON shows what is invisible as escapes, and is the same value", () => {
  const value = {
    scope: "a\u202Egnp.exe\u202C",
    "k\u200B": ["\u{E0041}", "\u0085", "\u2028", "plain 👩‍👩‍👧"],
  };
  const json = toVisibleJson(JSON.stringify(value, null, 2));
  assert.match(json, /"a\\u202egnp\.exe\\u202c"/);
  assert.match(json, /"\\udb40\\udc41"/);
  assert.deepEqual(JSON.parse(json), value);
  assert.doesNotMatch(json, /[\p{Default_Ignorable_Code_Point}\u007f-\u009f\u2028]/u);
  const plain = JSON.stringify({ scope: "Übersetzt – für „alle“" });
  assert.equal(toVisibleJson(plain), plain);
});
