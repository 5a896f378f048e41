import assert from "node:assert/strict";
import { test } from "node:test";
import { maskUrl } from "./mask-url.ts";

test("an RPC address is shown without the keys in it", () => {
  assert.equal(
    maskUrl("https://user:secret@rpc.example.com/v2/abcdefghijklmnopqrstuvwx?key=secret"),
    "https://rpc.example.com/v2/***",
  );
  assert.equal(maskUrl("http://127.0.0.1:8545/"), "http://127.0.0.1:8545");
});
