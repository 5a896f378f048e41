import type { Hex } from "viem";
import type { UnsignedTransaction } from "./signing-account.ts";

const EIP_1559 = "02";
/** It moves no value and names no storage in advance. */
const [NO_VALUE, NO_ACCESS_LIST] = ["80", "c0"];
/** Up to so many bytes, the first byte of an RLP item tells its length. */
const MAX_SHORT_BYTES = 55;

type TransactionSignature = { r: Hex; s: Hex; yParity: number };

/**
 * A transaction as it is hashed to be signed, or as it is sent if it is signed. A batch is long, and viem writes it byte by
 * byte: this puts the same digits together.
 */
export function serializeTransaction(
  transaction: UnsignedTransaction,
  signature?: TransactionSignature,
): Hex {
  const { chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gas, to, data } = transaction;
  const numbers = [BigInt(chainId), BigInt(nonce), maxPriorityFeePerGas, maxFeePerGas, gas].map(toNumber);
  const items = [...numbers, toBytes(to), NO_VALUE, toBytes(data), NO_ACCESS_LIST];
  if (signature !== undefined) {
    items.push(...[BigInt(signature.yParity), BigInt(signature.r), BigInt(signature.s)].map(toNumber));
  }
  const list = items.join("");
  return `0x${EIP_1559}${toPrefix(0xc0, list)}${list}`;
}

/** Without leading zeros; zero itself is no bytes at all. */
function toNumber(value: bigint): string {
  return value === 0n ? "80" : toBytes(`0x${toEven(value.toString(16))}`);
}

function toBytes(hex: Hex): string {
  const digits = hex.slice(2).toLowerCase();
  // Digits that are none would shift all that follows.
  if (digits.length % 2 !== 0) throw new RangeError("Not hex bytes");
  const isOwnPrefix = digits.length === 2 && digits < "80";
  return isOwnPrefix ? digits : toPrefix(0x80, digits) + digits;
}

function toPrefix(offset: number, digits: string): string {
  const bytes = digits.length / 2;
  if (bytes <= MAX_SHORT_BYTES) return toEven((offset + bytes).toString(16));
  const length = toEven(bytes.toString(16));
  return (offset + MAX_SHORT_BYTES + length.length / 2).toString(16) + length;
}

function toEven(digits: string): string {
  return digits.length % 2 === 0 ? digits : `0${digits}`;
}
