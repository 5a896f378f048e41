import { RpcError } from "./rpc-error.ts";

const QUANTITY = /^0x[0-9a-f]{1,14}$/i;
const HASH = /^0x[0-9a-f]{64}$/;

/** A hex quantity that is an exact number. */
export function parseQuantity(value: unknown, what: string): number {
  if (typeof value !== "string" || !QUANTITY.test(value)) throw untrue(what, value);
  const number = Number.parseInt(value, 16);
  if (!Number.isSafeInteger(number)) throw untrue(what, value);
  return number;
}

export function parseHash(value: unknown, what: string): string {
  if (typeof value !== "string") throw untrue(what, value);
  const hash = value.toLowerCase();
  if (!HASH.test(hash)) throw untrue(what, value);
  return hash;
}

export function toQuantity(number: number): string {
  return `0x${number.toString(16)}`;
}

function untrue(what: string, value: unknown): RpcError {
  return new RpcError("untrue", `The node gave ${what} as ${String(value).slice(0, 80)}`);
}

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
