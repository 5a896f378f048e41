import assert from "node:assert/strict";
import { test } from "node:test";
import { renderAmount, renderFields, renderTable } from "./render.ts";

test("amounts are shown as decimals with their currency", () => {
  assert.equal(renderAmount({ amount: 1205, currency: "EUR" }), "12.05 EUR");
});

test("control characters in filed texts do not reach the terminal", () => {
  const hostile = "\u001b[2Jcleared\u202e\r\nfake line";
  for (const line of [
    ...renderFields({ scope: hostile }),
    ...renderTable({ head: ["SCOPE"], rows: [[hostile]] }),
  ]) {
    assert.ok(
      !line.includes("\u001b") && !line.includes("\n") && !line.includes("\u202e"),
      JSON.stringify(line),
    );
  }
});
