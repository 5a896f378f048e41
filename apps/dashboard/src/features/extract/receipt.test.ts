import assert from "node:assert/strict";
import test from "node:test";
import { readReceipt } from "./receipt.ts";

const toToken = (claims: unknown) =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c2lnbmF0dXJl`;

test("a receipt tells who signed it, about which block, and until when", () => {
  const claims = { iss: "https://register.example/ä", agentId: 3, exp: 1_772_366_400, block: { number: 7 } };
  assert.deepEqual(readReceipt(toToken(claims)), {
    issuer: "https://register.example/ä",
    agentId: 3,
    block: 7,
    until: "2026-03-01T12:00:00.000Z",
  });
});

test("what is no receipt is none", () => {
  for (const token of ["", "a.b.c", toToken(null), toToken({ iss: 1 }), toToken({ iss: "x", exp: 1 })])
    assert.equal(readReceipt(token), null);
});
