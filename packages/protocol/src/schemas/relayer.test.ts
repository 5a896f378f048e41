import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ForwardRequestInput, toWireRequest } from "./relayer.ts";

const wire = {
  from: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  to: "0x5fbdb2315678afecb367f032d93f642f64180aa3",
  value: "0",
  gas: "200000",
  nonce: "3",
  deadline: "0",
  data: "0x12345678",
};

describe("ForwardRequestInput", () => {
  it("parses a request from the wire and writes it back the same, with checksummed addresses", () => {
    const request = ForwardRequestInput.parse(wire);
    assert.equal(request.nonce, 3n);
    assert.deepEqual(toWireRequest(request), { ...wire, to: "0x5FbDB2315678afecb367f032d93F642f64180aa3" });
  });

  it("accepts whole, safe JSON numbers", () => {
    assert.equal(ForwardRequestInput.parse({ ...wire, nonce: 3 }).nonce, 3n);
  });

  const refused: [field: string, value: unknown][] = [
    ["from", "0x70997970c51812dc3A010C7d01b50e0d17dc79C8"],
    ["from", undefined],
    ["to", "0x1234"],
    ["value", "-1"],
    ["value", "0x0"],
    ["gas", "1.5"],
    ["gas", 1.5],
    ["nonce", 2 ** 53],
    ["nonce", ""],
    ["nonce", (2n ** 256n).toString()],
    ["deadline", (2n ** 48n).toString()],
    ["data", "0x123"],
    ["data", "1234"],
    ["data", null],
  ];
  for (const [field, value] of refused) {
    it(`refuses ${field} = ${String(value)} and names the field`, () => {
      const result = ForwardRequestInput.safeParse({ ...wire, [field]: value });
      assert.ok(!result.success);
      assert.deepEqual(result.error.issues[0]?.path, [field]);
    });
  }
});
