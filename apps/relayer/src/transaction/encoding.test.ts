import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { hashForwardRequest, minimalForwarderAbi, toForwarderDomain } from "@agent-registry/protocol";
import fc from "fast-check";
import {
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  getAddress,
  type Hex,
  keccak256 as keccak256OfViem,
} from "viem";
import { keccak256 } from "../fast/crypto.ts";
import { createRequestDigest, readSucceeded, toForwarderCall, toRequestKey } from "./forwarder.ts";

/** Numbers of every length, and the edges. */
const uint = (bits: number) =>
  fc.oneof(
    fc.bigInt(0n, 2n ** BigInt(bits) - 1n),
    fc.constantFrom(0n, 1n, 2n ** BigInt(bits) - 1n),
    fc.nat().map(BigInt),
  );
const hex = (options: { minLength?: number; maxLength: number }) =>
  fc.uint8Array(options).map((bytes): Hex => `0x${Buffer.from(bytes).toString("hex")}`);
/** In capitals too: callers write hex as they like. */
const anyCase = hex({ maxLength: 200 }).chain((value) =>
  fc.constantFrom<Hex>(value, `0x${value.slice(2).toUpperCase()}`),
);
const address = hex({ minLength: 20, maxLength: 20 }).chain((value) =>
  fc.constantFrom<Address>(value, getAddress(value)),
);
const request = fc.record({
  from: address,
  to: address,
  value: uint(256),
  gas: uint(256),
  nonce: uint(256),
  deadline: uint(48).map(Number),
  data: anyCase,
});
const toOther = (one: Address): Address =>
  BigInt(one) === 1n ? `0x${"02".repeat(20)}` : `0x${"00".repeat(19)}01`;
const signed = fc.record({ request, signature: hex({ maxLength: 100 }) });

describe("what is written by hand because it is written often", () => {
  it("digests are those of EIP-712 as viem makes them", () => {
    fc.assert(
      fc.property(
        request,
        address,
        fc.integer({ min: 1, max: 2 ** 48 }),
        (one, forwarderAddress, chainId) => {
          const domain = toForwarderDomain({ chainId, forwarderAddress });
          assert.equal(createRequestDigest(domain)(one), hashForwardRequest({ domain, request: one }));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("calls of the forwarder are those that viem encodes", () => {
    fc.assert(
      fc.property(fc.array(signed, { minLength: 1, maxLength: 5 }), (items) => {
        const [first] = items;
        const abi = minimalForwarderAbi;
        const expected =
          items.length === 1 && first !== undefined
            ? encodeFunctionData({ abi, functionName: "execute", args: [first.request, first.signature] })
            : encodeFunctionData({
                abi,
                functionName: "executeBatch",
                args: [items.map((item) => item.request), items.map((item) => item.signature)],
              });
        assert.equal(toForwarderCall(items).data, expected.toLowerCase());
      }),
      { numRuns: 300 },
    );
  });

  it("hashes are those of viem, of hex and of bytes, and nothing is hashed by half", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        const expected = keccak256OfViem(bytes);
        assert.equal(keccak256(bytes), expected);
        assert.equal(keccak256(`0x${Buffer.from(bytes).toString("hex")}`), expected);
      }),
    );
    for (const bad of ["0x123", "0x12zz34"] as const) assert.throws(() => keccak256(bad), RangeError);
  });

  it("of the events that viem encodes, those of the forwarder that tell a success are read", () => {
    const isSuccess = fc.boolean();
    fc.assert(
      fc.property(
        address,
        address,
        uint(256),
        isSuccess,
        isSuccess,
        (forwarder, from, nonce, success, isOurs) => {
          const abi = minimalForwarderAbi;
          const topics = encodeEventTopics({ abi, eventName: "RequestForwarded", args: { from } }) as Hex[];
          const data = encodeAbiParameters([{ type: "uint256" }, { type: "bool" }], [nonce, success]);
          const ours = { address: forwarder, topics, data };
          const other = isOurs
            ? { topics: [topics[1] ?? "0x", topics[1] ?? "0x"] }
            : { address: toOther(forwarder) };
          const logs = [
            isOurs ? ours : { ...ours, ...other },
            { ...ours, ...other },
            { ...ours, topics: [] },
          ];
          const expected = success && isOurs ? [toRequestKey({ from, nonce })] : [];
          assert.deepEqual([...readSucceeded({ logs, forwarderAddress: forwarder })], expected);
        },
      ),
    );
  });

  it("a number that fits no word is refused, not cut", () => {
    const well = { from: "0x", to: "0x", value: 0n, gas: 0n, nonce: 0n, deadline: 0, data: "0x" } as const;
    const toDigest = createRequestDigest(
      toForwarderDomain({ chainId: 1, forwarderAddress: `0x${"11".repeat(20)}` }),
    );
    for (const nonce of [2n ** 256n, -1n]) assert.throws(() => toDigest({ ...well, nonce }), RangeError);
  });
});
