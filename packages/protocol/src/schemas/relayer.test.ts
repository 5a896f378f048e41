import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toWireRequest } from "../forward-request.ts";
import { ForwardRequestInput, SignatureInput } from "./relay-input.ts";
import { DomainResponse, NonceResponse, RelayerStatusResponse, RelayResponse } from "./relayer.ts";

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

  const taken: [field: string, value: unknown, parsed: unknown][] = [
    ["value", (2n ** 256n - 1n).toString(), 2n ** 256n - 1n],
    ["value", 0, 0n],
    ["nonce", Number.MAX_SAFE_INTEGER, 9_007_199_254_740_991n],
    ["deadline", (2n ** 48n - 1n).toString(), 2 ** 48 - 1],
    ["gas", `${"0".repeat(77)}7`, 7n],
    ["data", "0x", "0x"],
    ["data", "0xaBcD", "0xaBcD"],
  ];
  for (const [field, value, parsed] of taken) {
    it(`takes ${field} = ${String(value)}`, () => {
      const request = ForwardRequestInput.parse({ ...wire, [field]: value });
      assert.equal(request[field as keyof typeof request], parsed);
    });
  }

  const messages: [field: string, value: unknown, message: string][] = [
    ["from", 7, "must be an address"],
    ["from", wire.from.toUpperCase(), "must be a valid address (lower case or checksummed)"],
    ["gas", null, "must be a decimal string"],
    ["gas", "", "must be a whole, non-negative decimal number"],
    ["gas", "7x", "must be a whole, non-negative decimal number"],
    ["gas", "x7", "must be a whole, non-negative decimal number"],
    ["gas", -1, "must be a whole, non-negative decimal number"],
    ["gas", "0".repeat(79), "must be a whole, non-negative decimal number"],
    ["gas", (2n ** 256n).toString(), "is too large"],
    ["value", (2n ** 256n).toString(), "is too large"],
    ["deadline", (2n ** 48n).toString(), "is too large"],
    ["data", 7, "must be hex"],
    ["data", "0x1", "must be hex bytes starting with 0x"],
    ["data", "0x12 ", "must be hex bytes starting with 0x"],
    ["data", "x0x12", "must be hex bytes starting with 0x"],
    ["data", "0xgg", "must be hex bytes starting with 0x"],
  ];
  for (const [field, value, message] of messages) {
    it(`says of ${field} = ${String(value)}: ${message}`, () => {
      const { error } = ForwardRequestInput.safeParse({ ...wire, [field]: value });
      assert.equal(error?.issues[0]?.message, message);
    });
  }

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

describe("the relayer's answers", () => {
  const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
  const relayed = {
    success: true,
    transactionHash: `0x${"a1".repeat(32)}`,
    blockNumber: 0,
    gasUsed: "21000",
    gasPaidByRelayer: "0.000000000000000001",
  };
  const status = {
    relayer: address,
    balance: "12.5",
    forwarder: address,
    registry: address,
    rpc: "https://node.example",
    dailyBudget: "10.05 ETH",
    dailyGasUsed: "0 ETH",
    budgetRemaining: "10.05 ETH",
  };
  const domain = { name: "MinimalForwarder", version: "1", chainId: "84532", verifyingContract: address };

  it("are taken as specified", () => {
    assert.deepEqual(RelayResponse.parse(relayed), relayed);
    assert.deepEqual(RelayerStatusResponse.parse(status), status);
    assert.equal(RelayerStatusResponse.parse({ ...status, balance: "1" }).balance, "1");
    assert.deepEqual(DomainResponse.parse(domain), domain);
    assert.deepEqual(NonceResponse.parse({ address, nonce: "0" }), { address, nonce: "0" });
    assert.equal(SignatureInput.parse("0x12"), "0x12");
  });

  it("are refused with a number of another form", () => {
    for (const gasUsed of ["", "-1", "1.5", "0x1", "1 ", " 1", 1]) {
      assert.ok(!RelayResponse.safeParse({ ...relayed, gasUsed }).success, String(gasUsed));
    }
    for (const gasPaidByRelayer of ["", ".5", "1.", "1 ETH", "x1", "1.5x", 1]) {
      assert.ok(!RelayResponse.safeParse({ ...relayed, gasPaidByRelayer }).success, String(gasPaidByRelayer));
    }
    for (const dailyBudget of ["0.05", "0.05ETH", ".5 ETH", "1. ETH", "x1 ETH", "1 ETHx", 1]) {
      assert.ok(!RelayerStatusResponse.safeParse({ ...status, dailyBudget }).success, String(dailyBudget));
    }
    for (const blockNumber of [-1, 0.5, "1"]) {
      assert.ok(!RelayResponse.safeParse({ ...relayed, blockNumber }).success, String(blockNumber));
    }
    assert.ok(!DomainResponse.safeParse({ ...domain, name: "Forwarder" }).success);
    assert.ok(!DomainResponse.safeParse({ ...domain, version: "2" }).success);
  });

  it("lack none of their fields", () => {
    for (const [schema, answer] of [
      [RelayResponse, relayed],
      [RelayerStatusResponse, status],
      [DomainResponse, domain],
    ] as const) {
      for (const field of Object.keys(answer)) {
        assert.ok(!schema.safeParse({ ...answer, [field]: undefined }).success, field);
      }
      assert.deepEqual(Object.keys(schema.shape), Object.keys(answer));
    }
  });
});
