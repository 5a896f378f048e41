import assert from "node:assert/strict";
import { test } from "node:test";
import { findPayer } from "./payment-check.ts";

const payer = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const other = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const signature = "0x";

test("the payer is who authorised the payment, by EIP-3009 or by Permit2", () => {
  assert.equal(findPayer({ payload: { signature, authorization: { from: payer } } }), payer);
  assert.equal(findPayer({ payload: { signature, permit2Authorization: { from: payer } } }), payer);
  assert.equal(findPayer({ payload: { signature, authorization: { from: payer.toLowerCase() } } }), payer);
});

test("a payment that could be read in two ways has no payer", () => {
  const authorization = { from: payer };
  for (const rest of [
    { permit2Authorization: { from: other } },
    { permit2Authorization: undefined },
    { transaction: "AQAB" },
    { channelConfig: { payer: other } },
  ]) {
    const payload = { signature, authorization, ...rest };
    assert.equal(findPayer({ payload }), undefined, JSON.stringify(payload));
  }
});

test("a malformed payment has no payer", () => {
  const misspelt = `${payer.slice(0, -2)}c8`;
  const payloads = [
    undefined,
    null,
    7,
    "authorization",
    [],
    [{ from: payer }],
    {},
    { signature },
    { signature, authorization: null },
    { signature, authorization: payer },
    { signature, authorization: {} },
    { signature, authorization: { from: null } },
    { signature, authorization: { from: [payer] } },
    { signature, authorization: { from: { toString: () => payer } } },
    { signature, authorization: { from: "" } },
    { signature, authorization: { from: `${payer} ` } },
    { signature, authorization: { from: payer.repeat(1_000) } },
    { signature, authorization: { from: misspelt } },
    { signature, transaction: "AQAB" },
    JSON.parse(`{ "signature": "0x", "__proto__": { "authorization": { "from": "${payer}" } } }`),
  ];
  for (const payload of payloads) assert.equal(findPayer({ payload }), undefined, JSON.stringify(payload));
});
