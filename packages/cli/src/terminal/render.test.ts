import assert from "node:assert/strict";
import { test } from "node:test";
import { renderAmount, renderFields, renderTable } from "./render.ts";

test("amounts are shown as decimals with their currency", () => {
  assert.equal(renderAmount({ amount: 1205, currency: "EUR" }), "12.05 EUR");
  assert.equal(renderAmount({ amount: 5, currency: "EUR" }), "0.05 EUR");
  assert.equal(renderAmount({ amount: Number.MAX_SAFE_INTEGER, currency: "EUR" }), "90071992547409.91 EUR");
  assert.equal(renderAmount({ amount: 2n ** 64n + 1n, currency: "EUR" }), "184467440737095516.17 EUR");
});

test("a currency that is not what it looks like is marked", () => {
  assert.equal(
    renderAmount({ amount: 1205, currency: "USD\u0421" }),
    "12.05 USD\u0421 [look-alike: \u0421 is U+0421, not C]",
  );
  assert.equal(
    renderAmount({ amount: 1205, currency: "EUR\u200B" }),
    "12.05 EUR⟨U+200B⟩ [hidden characters: contains U+200B, which cannot be seen]",
  );
});

test("control and invisible characters in filed texts do not reach the terminal", () => {
  const hostile = "\u001b[2Jcleared\u202e\r\nfake line\u200b";
  for (const line of [
    ...renderFields({ scope: hostile }),
    ...renderTable({ head: ["SCOPE"], rows: [[hostile]] }).slice(1),
  ]) {
    assert.ok(
      !line.includes("\u001b") && !line.includes("\n") && !line.includes("\u202e"),
      JSON.stringify(line),
    );
    assert.match(line, /cleared⟨U\+202E⟩.+fake line⟨U\+200B⟩$/);
  }
});
