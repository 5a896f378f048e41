import assert from "node:assert/strict";
import { test } from "node:test";
import { keccak256, stringToBytes } from "viem";
import { hashCapabilities, hashConstitution, toCanonicalCapabilities } from "./canonical-hash.ts";

test("a constitution in canonical form hashes as its plain bytes", () => {
  const text = "1. Do no harm.\n2. Pay what you owe. ü\n";
  assert.equal(hashConstitution(text), keccak256(stringToBytes(text)));
});

test("line endings, byte order mark and composition do not change a constitution's hash", () => {
  const expected = hashConstitution("Müßig\nzwei\n");
  assert.equal(hashConstitution("\uFEFFMu\u0308ßig\r\nzwei\r"), expected);
});

test("nothing is trimmed: white space is part of a constitution", () => {
  assert.notEqual(hashConstitution("one\n"), hashConstitution("one"));
  assert.notEqual(hashConstitution(" one"), hashConstitution("one"));
});

test("text that has no UTF-8 form is refused", () => {
  assert.throws(() => hashConstitution("broken \uD800"), { reason: "invalid-input" });
});

test("capabilities hash alike in any order and number", () => {
  assert.equal(toCanonicalCapabilities(["trade", "search", "trade"]), '["search","trade"]');
  assert.equal(
    hashCapabilities(["trade", "search", "trade"]),
    keccak256(stringToBytes('["search","trade"]')),
  );
});

test("capabilities are sorted by their UTF-8 bytes, not by UTF-16 units", () => {
  // U+FF5E is below U+1F600, but its UTF-16 unit is above the first one of that pair.
  assert.equal(toCanonicalCapabilities(["\u{1F600}", "\uFF5E"]), '["\uFF5E","\u{1F600}"]');
});

test("an empty name is refused, an empty list is not", () => {
  assert.throws(() => hashCapabilities(["search", ""]), { reason: "invalid-input" });
  assert.equal(toCanonicalCapabilities([]), "[]");
});
