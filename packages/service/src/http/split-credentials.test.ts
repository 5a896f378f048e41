import assert from "node:assert/strict";
import { test } from "node:test";
import { splitCredentials } from "./split-credentials.ts";

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString("base64")}`;

for (const [given, address, authorization] of [
  ["http://node.test/v1?key=1", "http://node.test/v1?key=1", undefined],
  ["http://us%40er:s%3Acret@node.test/v1", "http://node.test/v1", basic("us@er:s:cret")],
  ["http://user@node.test/", "http://node.test/", basic("user:")],
  ["http://:secret@node.test/", "http://node.test/", basic(":secret")],
  ["http://user:100%25%@node.test/", "http://node.test/", basic("user:100%25%")],
] as const) {
  test(`the address ${given} is asked without user and password, which go into a header`, () => {
    const split = splitCredentials(given);
    assert.deepEqual([split.address.href, split.authorization], [address, authorization]);
  });
}
