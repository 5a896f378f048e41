import assert from "node:assert/strict";
import test from "node:test";
import { parseExplorerUrl } from "./explorer-url.ts";

test("an explorer's address is taken without slashes at its end", () => {
  assert.equal(parseExplorerUrl("https://explorer.example/"), "https://explorer.example");
  assert.equal(parseExplorerUrl("http://127.0.0.1:4000/chain//"), "http://127.0.0.1:4000/chain");
});

test("no address means no explorer", () => {
  assert.equal(parseExplorerUrl(undefined), null);
  assert.equal(parseExplorerUrl(""), null);
});

test("what cannot be an explorer's address is refused", () => {
  for (const value of [
    "explorer.example",
    "javascript:alert(1)",
    "ftp://explorer.example",
    "https://explorer.example/?chain=1",
    "https://explorer.example/#tx",
    "https://name:secret@explorer.example",
  ])
    assert.equal(parseExplorerUrl(value), undefined, value);
});
