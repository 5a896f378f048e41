import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { registryAbi } from "@agent-registry/protocol";
import fc from "fast-check";
import {
  type AbiFunction,
  type AbiParameter,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  numberToHex,
  size,
  slice,
  toFunctionSelector,
  toHex,
} from "viem";
import { toRegistryCall } from "./parse-relay-body.ts";

const functions = registryAbi.filter((item): item is (typeof registryAbi)[number] & AbiFunction => {
  return item.type === "function";
});
const writing = functions.filter(({ stateMutability }) => stateMutability !== "view");

/** Texts as bytes, so that they need not be valid UTF-8. */
function toInputs(called: AbiFunction): AbiParameter[] {
  return called.inputs.map((input) => (input.type === "string" ? { ...input, type: "bytes" } : input));
}

function toArgument({ type }: AbiParameter): fc.Arbitrary<unknown> {
  const bytes = (options: { minLength?: number; maxLength: number }) =>
    fc.uint8Array(options).map((b) => toHex(b));
  if (type === "uint256") return fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
  if (type === "uint8") return fc.integer({ min: 0, max: 255 });
  if (type === "uint64") return fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
  if (type === "uint256[]") return fc.array(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), { maxLength: 5 });
  if (type === "address") return bytes({ minLength: 20, maxLength: 20 });
  if (type === "bytes32") return bytes({ minLength: 32, maxLength: 32 });
  if (type === "bool") return fc.boolean();
  assert.equal(type, "bytes", "a type that this test cannot make");
  return bytes({ maxLength: 100 });
}

const anyWrite = fc
  .constantFrom(...writing)
  .chain((called) =>
    fc.tuple(...toInputs(called).map(toArgument)).map((args) => ({ called, inputs: toInputs(called), args })),
  );

function encode(called: AbiFunction, arguments_: Hex): Hex {
  return concat([toFunctionSelector(called), arguments_]);
}

describe("toRegistryCall", () => {
  it("knows every writing function of the Registry in its canonical encoding, whatever its texts hold", () => {
    fc.assert(
      fc.property(anyWrite, ({ called, inputs, args }) => {
        const data = encode(called, encodeAbiParameters(inputs, args));
        const call = toRegistryCall(data);
        assert.deepEqual([call.kind, "functionName" in call && call.functionName], ["write", called.name]);
        assert.deepEqual(toRegistryCall(`0x${data.slice(2).toUpperCase()}`), call);
      }),
      { numRuns: 500 },
    );
  });

  it("takes no call of a writing function with anything behind its arguments", () => {
    fc.assert(
      fc.property(
        anyWrite,
        fc.uint8Array({ minLength: 1, maxLength: 100 }),
        ({ called, inputs, args }, junk) => {
          const data = encode(called, encodeAbiParameters(inputs, args));
          assert.deepEqual(toRegistryCall(concat([data, toHex(junk)])), {
            kind: "not-canonical",
            functionName: called.name,
          });
        },
      ),
      { numRuns: 500 },
    );
  });

  it("takes no call with bytes between its arguments", () => {
    const isDynamic = ({ type }: AbiParameter) => type === "bytes" || type === "uint256[]";
    const withText = anyWrite.filter(({ inputs }) => inputs.some(isDynamic));
    const words = fc.integer({ min: 1, max: 10 });
    fc.assert(
      fc.property(withText, words, ({ called, inputs, args }, count) => {
        // All texts move back by some words, and their offsets with them.
        const arguments_ = encodeAbiParameters(inputs, args);
        const heads = inputs.map((input, index) => {
          const word = slice(arguments_, index * 32, index * 32 + 32);
          return isDynamic(input) ? numberToHex(BigInt(word) + BigInt(count * 32), { size: 32 }) : word;
        });
        const gap = toHex(new Uint8Array(count * 32));
        const tail = slice(arguments_, inputs.length * 32);
        const shifted = encode(called, concat([...heads, gap, tail]));
        assert.equal(toRegistryCall(shifted).kind, "not-canonical");
      }),
      { numRuns: 300 },
    );
  });

  it("takes no call whose padding holds anything", () => {
    const agentId = encodeAbiParameters([{ type: "uint256" }], [1n]);
    const padded = (name: string, ...rest: Hex[]) => {
      const called = functions.find((item) => item.name === name);
      assert.ok(called);
      return toRegistryCall(encode(called, concat(rest))).kind;
    };
    const dirtyAddress = numberToHex((1n << 200n) | 5n, { size: 32 });
    assert.equal(padded("addRegulator", dirtyAddress), "not-canonical");
    const text = [agentId, numberToHex(64, { size: 32 }), numberToHex(3, { size: 32 })];
    assert.equal(padded("revokeAgent", ...text, `0x616263${"00".repeat(29)}`), "write");
    assert.equal(padded("revokeAgent", ...text, `0x616263${"00".repeat(28)}01`), "not-canonical");
    assert.equal(padded("revokeAgent", ...text, "0x616263"), "not-canonical");
    assert.equal(padded("acceptOwnership", "0x00"), "not-canonical");
  });

  it("takes no number that is too large for its type", () => {
    const called = writing.find(({ name }) => name === "reportRevenue");
    assert.ok(called);
    const wide = ["uint256", "uint256", "bytes", "bytes", "uint256", "uint256"].map((type) => ({ type }));
    const report = (periodEnd: bigint) =>
      toRegistryCall(encode(called, encodeAbiParameters(wide, [1n, 5n, "0x", "0x", 0n, periodEnd])));
    assert.equal(report(2n ** 64n - 1n).kind, "write");
    assert.deepEqual(report(2n ** 64n), { kind: "not-canonical", functionName: "reportRevenue" });
  });

  it("tells views from what is no call of the Registry", () => {
    for (const called of functions.filter(({ stateMutability }) => stateMutability === "view")) {
      const junk = concat([toFunctionSelector(called), "0x1234"]);
      assert.deepEqual(toRegistryCall(junk), { kind: "view", functionName: called.name });
    }
    for (const data of ["0x", "0x12", "0x12345678", `0x${"ff".repeat(40)}`] as const)
      assert.deepEqual(toRegistryCall(data), { kind: "unknown" });
    for (const { name, inputs } of registryAbi.filter((item) => item.type === "event")) {
      const selector = toFunctionSelector(`${name}(${inputs.map(({ type }) => type)})`);
      assert.deepEqual(toRegistryCall(`${selector}${"00".repeat(320)}`), { kind: "unknown" });
    }
    const short = encodeFunctionData({ abi: registryAbi, functionName: "attestCompliance", args: [1n] });
    assert.deepEqual(toRegistryCall(slice(short, 0, size(short) - 20)), { kind: "unknown" });
  });

  it("says which agents a call attests for: none if it names one twice", () => {
    const attestedIds = (data: Hex) => {
      const call = toRegistryCall(data);
      return call.kind === "write" && call.attestedIds;
    };
    const abi = registryAbi;
    const one = encodeFunctionData({ abi, functionName: "attestCompliance", args: [300n] });
    assert.deepEqual(attestedIds(one), [300n]);
    const many = (agentIds: bigint[]) =>
      encodeFunctionData({ abi, functionName: "attestComplianceMany", args: [agentIds] });
    assert.deepEqual(attestedIds(many([1n, 2n])), [1n, 2n]);
    assert.deepEqual(attestedIds(many([1n, 2n, 1n])), []);
    assert.deepEqual(attestedIds(encodeFunctionData({ abi, functionName: "terminateSelf", args: [1n] })), []);
  });
});
