import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { registryAbi } from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import { concat, encodeFunctionData } from "viem";
import { parseRelayBody } from "./parse-relay-body.ts";

const registryAddress = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const elsewhere = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const attest = encodeFunctionData({ abi: registryAbi, functionName: "attestCompliance", args: [1n] });
const getAgent = encodeFunctionData({ abi: registryAbi, functionName: "getAgent", args: [1n] });
const wire = {
  from: elsewhere,
  to: registryAddress,
  value: "0",
  gas: "1000",
  nonce: "3",
  deadline: "9",
  data: attest,
};
const parse = (body: unknown) => parseRelayBody({ body, maxRequestGas: 1_000n, registryAddress });
const parseWith = (overrides: Record<string, unknown>) =>
  parse({ request: { ...wire, ...overrides }, signature: "0x12" });
const badRequest = (message: string) => (error: unknown) => {
  assert.ok(error instanceof HttpError);
  assert.deepEqual([error.status, error.message], [400, message]);
  return true;
};

describe("the body of a relay request", () => {
  it("is parsed into the request, its signature, and what it calls", () => {
    assert.deepEqual(parseWith({}), {
      request: { ...wire, value: 0n, gas: 1_000n, nonce: 3n, deadline: 9 },
      signature: "0x12",
      call: { kind: "write", functionName: "attestCompliance", attestedIds: [1n] },
    });
  });

  for (const [name, body] of [
    ["nothing", undefined],
    ["null", null],
    ["a number", 5],
    ["a text", "request"],
    ["an empty object", {}],
    ["a list with both parts", Object.assign([], { request: wire, signature: "0x12" })],
    ["a function with both parts", Object.assign(() => {}, { request: wire, signature: "0x12" })],
    ...[undefined, null, ""].flatMap((part) => [
      [`a request that is ${JSON.stringify(part)}`, { request: part, signature: "0x12" }] as const,
      [`a signature that is ${JSON.stringify(part)}`, { request: wire, signature: part }] as const,
    ]),
  ] as const) {
    it(`has both parts, unlike ${name}`, () => {
      assert.throws(() => parse(body), badRequest("Missing request or signature"));
    });
  }

  it("names the field that is malformed, the request's before the signature", () => {
    assert.throws(
      () => parse({ request: { ...wire, to: "0x12" }, signature: 5 }),
      badRequest("Invalid request.to: must be a valid address (lower case or checksummed)"),
    );
    assert.throws(() => parse({ request: wire, signature: 5 }), badRequest("Invalid signature: must be hex"));
    assert.throws(
      () => parse({ request: 5, signature: "0x12" }),
      badRequest("Invalid request: Invalid input: expected object, received number"),
    );
  });

  it("asks for no more gas than the relayer gives", () => {
    assert.throws(() => parseWith({ gas: "1001" }), badRequest("Invalid request.gas: must be at most 1000"));
  });
});

describe("the data of a relay request", () => {
  it("calls no view function", () => {
    assert.throws(
      () => parseWith({ data: getAgent }),
      badRequest("Invalid request.data: getAgent changes nothing; ask the chain for it"),
    );
  });

  it("has no byte more than its arguments need", () => {
    assert.throws(
      () => parseWith({ data: concat([attest, "0x00"]) }),
      badRequest("Invalid request.data: must be the canonical encoding of attestCompliance"),
    );
  });

  it("may be what only the contract understands, and anything for another contract, which the target rule refuses", () => {
    assert.deepEqual(parseWith({ data: "0x12345678" }).call, { kind: "unknown" });
    assert.equal(parseWith({ data: getAgent, to: elsewhere }).call.kind, "view");
  });
});
