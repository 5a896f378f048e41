import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import { getAddress, type Hex, serializeTransaction as serializeByViem, toHex } from "viem";
import { serializeTransaction } from "./serialize-transaction.ts";

const number = (bits: number) =>
  fc.oneof(fc.bigInt(0n, 2n ** BigInt(bits) - 1n), fc.constantFrom(0n, 1n, 127n, 128n, 255n, 256n));
const bytes = (minLength: number, maxLength: number) =>
  fc.uint8Array({ minLength, maxLength }).map((value): Hex => toHex(value));
/** Around the lengths at which the prefix of an item changes. */
const data = fc.oneof(
  bytes(0, 60),
  bytes(0, 1),
  bytes(250, 260),
  fc.constant<Hex>(`0x${"Ab".repeat(70_000)}`),
);
const transaction = fc.record({
  type: fc.constant("eip1559" as const),
  chainId: fc.integer({ min: 1, max: 2 ** 48 }),
  nonce: fc.nat(),
  to: bytes(20, 20).map((value) => getAddress(value)),
  gas: number(64),
  data,
  maxFeePerGas: number(64),
  maxPriorityFeePerGas: fc.constantFrom(0n, 1n),
});
const signature = fc.record({
  r: number(256).map((value) => toHex(value, { size: 32 })),
  s: number(256).map((value) => toHex(value, { size: 32 })),
  yParity: fc.constantFrom(0, 1),
});

it("writes every transaction as viem does, before it is signed and after", () => {
  fc.assert(
    fc.property(transaction, signature, (given, signed) => {
      // viem refuses a tip that is higher than the fee.
      const one = { ...given, maxFeePerGas: given.maxFeePerGas + given.maxPriorityFeePerGas };
      assert.equal(serializeTransaction(one), serializeByViem(one).toLowerCase());
      assert.equal(serializeTransaction(one, signed), serializeByViem(one, signed).toLowerCase());
    }),
    { numRuns: 500 },
  );
});

it("refuses data of which a byte has one digit alone", () => {
  const one = { type: "eip1559", chainId: 1, nonce: 0, to: `0x${"11".repeat(20)}`, gas: 1n } as const;
  const fees = { maxFeePerGas: 1n, maxPriorityFeePerGas: 0n };
  assert.throws(() => serializeTransaction({ ...one, ...fees, data: "0xabc" }), RangeError);
});
