import assert from "node:assert/strict";
import test from "node:test";
import { parsePublicUrl } from "./service-urls.ts";

test("an address is taken without slashes at its end", () => {
  assert.equal(parsePublicUrl("https://explorer.example/"), "https://explorer.example");
  assert.equal(parsePublicUrl("http://127.0.0.1:4000/chain//"), "http://127.0.0.1:4000/chain");
});

test("an empty address is none", () => {
  assert.equal(parsePublicUrl(undefined), null);
  assert.equal(parsePublicUrl(""), null);
});

test("what paths cannot be appended to, or holds a secret, is refused", () => {
  for (const value of [
    "explorer.example",
    "javascript:alert(1)",
    "ftp://explorer.example",
    "https://explorer.example/?chain=1",
    "https://explorer.example/#tx",
    "https://name:secret@explorer.example",
  ])
    assert.equal(parsePublicUrl(value), undefined, value);
});
