import assert from "node:assert/strict";
import { test } from "node:test";
import { toToolResult } from "./add-tool.ts";

test("a currency that is not what it looks like is pointed out beside the value", async () => {
  const value = { data: [{ currency: "USD\u0421" }, { currency: "EUR" }, { currency: "EUR\u200B" }] };
  const { content, structuredContent } = await toToolResult(async () => value);
  assert.deepEqual(structuredContent, value);
  assert.deepEqual(content.slice(1), [
    {
      type: "text",
      text: "Beware of the currency USD\u0421 (look-alike): \u0421 is U+0421, not C.\nBeware of the currency EUR⟨U+200B⟩ (hidden characters): contains U+200B, which cannot be seen.",
    },
  ]);
});

test("a value with ordinary currencies stands alone, with every digit of its sums", async () => {
  const { content, structuredContent } = await toToolResult(async () => ({
    currency: "EUR",
    sum: 2n ** 64n + 1n,
  }));
  assert.equal(content.length, 1);
  assert.deepEqual(structuredContent, { currency: "EUR", sum: "18446744073709551617" });
});

test("a model is shown the invisible characters of a stranger's text", async () => {
  const value = { scope: "\u202Egnp.exe \u{E0041}" };
  const { content, structuredContent } = await toToolResult(async () => value);
  assert.deepEqual(structuredContent, value);
  assert.deepEqual(content, [{ type: "text", text: '{\n  "scope": "\\u202egnp.exe \\udb40\\udc41"\n}' }]);
  const failed = await toToolResult(() => Promise.reject(new Error("no \u202Egnp.exe")));
  assert.deepEqual(failed.content, [{ type: "text", text: "no ⟨U+202E⟩gnp.exe" }]);
});
