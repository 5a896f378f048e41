import { RpcError } from "./rpc-error.ts";

/** Leaves 14 digits: above that a number might not be exact. The largest that can occur is 2^53 - 1. */
const LEADING_ZEROS = "0".repeat(64 - 14);
const utf8 = new TextDecoder();

export type AbiWords = ReturnType<typeof readWords>;

/**
 * Reads ABI-encoded event data straight from its hex text. Written by hand because this is the hot
 * path of a back-fill: the general decoder takes several times as long for the same checks.
 */
export function readWords(data: string) {
  /** The 64 hex digits of the word at this position. */
  function word(index: number): string {
    const start = 2 + index * 64;
    const digits = data.slice(start, start + 64);
    if (digits.length !== 64) throw new RpcError("untrue", "The node gave event data that is cut short");
    return digits;
  }

  function bytes(index: number): Buffer {
    const offset = toNumber(word(index));
    const length = toNumber(word(offset / 32));
    const start = 2 + offset * 2 + 64;
    const digits = data.slice(start, start + length * 2);
    if (digits.length !== length * 2) throw new RpcError("untrue", "The node gave a text that is cut short");
    return Buffer.from(digits, "hex");
  }

  return {
    number: (index: number) => toNumber(word(index)),
    boolean: (index: number) => toNumber(word(index)) !== 0,
    address: (index: number) => toAddress(word(index)),
    hash: (index: number) => `0x${word(index)}`,

    text: (index: number) => toText(bytes(index)),
    bytes,
  };
}

/** Bytes that are not UTF-8 become U+FFFD, as clients that call the contract see them. */
export function toText(bytes: Uint8Array): string {
  return utf8.decode(bytes);
}

export function toNumber(digits: string): number {
  const value = Number.parseInt(digits.slice(LEADING_ZEROS.length), 16);
  if (!digits.startsWith(LEADING_ZEROS) || !Number.isSafeInteger(value)) {
    throw new RpcError("untrue", "The node gave event data with a number out of range");
  }
  return value;
}

export function toAddress(digits: string): string {
  return `0x${digits.slice(24)}`;
}
