import assert from "node:assert/strict";
import test from "node:test";
import { shortenHex } from "./shorten-hex.ts";

test("shortened hex keeps both ends; short values are left alone", () => {
  assert.equal(shortenHex("0x70997970C51812dc3A010C7d01b50e0d17dc79C8"), "0x7099…79C8");
  assert.equal(shortenHex("0x12345678"), "0x12345678");
});
