// Reads RLP, the encoding of Ethereum's headers and tries. Strictly: whatever has two encodings could be two things to
// two readers, so only the shortest is taken.
import { toHex } from "./bytes.ts";

/** A part of an encoding: where its content lies, and whether that is a list of further parts. */
export type RlpItem = { isList: boolean; from: number; to: number };

/** Lengths of more bytes than this belong to nothing that is read here. */
const MAX_LENGTH_BYTES = 3;
const LONGEST_SHORT = 55;

/** The item that begins at `at`; it must end at `end` or before. */
export function readItem(bytes: Uint8Array, at: number, end: number): RlpItem {
  const first = at < end ? bytes[at] : undefined;
  if (first === undefined) throw new RlpError("it ends early");
  if (first < 0x80) return { isList: false, from: at, to: at + 1 };
  const isList = first >= 0xc0;
  const head = first - (isList ? 0xc0 : 0x80);
  const item =
    head <= LONGEST_SHORT
      ? { isList, from: at + 1, to: at + 1 + head }
      : { isList, ...readLongContent(bytes, at, head - LONGEST_SHORT) };
  if (item.to > end) throw new RlpError("it ends early");
  if (!isList && head === 1 && (bytes[item.from] ?? 0) < 0x80)
    throw new RlpError("not the shortest encoding");
  return item;
}

/** Where the content lies if `lengthBytes` bytes before it hold its length. */
function readLongContent(bytes: Uint8Array, at: number, lengthBytes: number): { from: number; to: number } {
  if (lengthBytes > MAX_LENGTH_BYTES) throw new RlpError("too long");
  let length = 0;
  for (let i = 1; i <= lengthBytes; i += 1) length = length * 256 + (bytes[at + i] ?? 0);
  const isShortest = bytes[at + 1] !== 0 && length > LONGEST_SHORT;
  if (!isShortest) throw new RlpError("not the shortest encoding");
  const from = at + 1 + lengthBytes;
  return { from, to: from + length };
}

/** The items of a list's content, which they must fill. */
export function readItems(bytes: Uint8Array, from: number, to: number): RlpItem[] {
  const items: RlpItem[] = [];
  for (let at = from; at < to; ) {
    const item = readItem(bytes, at, to);
    items.push(item);
    at = item.to;
  }
  return items;
}

/** The items of an encoding that is one list and nothing else. */
export function readList(bytes: Uint8Array): RlpItem[] {
  const list = readItem(bytes, 0, bytes.length);
  if (!list.isList) throw new RlpError("not a list");
  if (list.to !== bytes.length) throw new RlpError("something follows it");
  return readItems(bytes, list.from, list.to);
}

/** The content of an item that is no list. */
export function readBytes(bytes: Uint8Array, item: RlpItem | undefined): Uint8Array {
  if (item === undefined) throw new RlpError("it ends early");
  if (item.isList) throw new RlpError("a list in the place of a value");
  return bytes.subarray(item.from, item.to);
}

/** A whole number, which begins with no zero byte. */
export function readQuantity(bytes: Uint8Array, item: RlpItem | undefined): bigint {
  const content = readBytes(bytes, item);
  if (content[0] === 0) throw new RlpError("a number that begins with zero");
  return toBigInt(content);
}

export function toBigInt(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(toHex(bytes));
}

/** The bytes are no encoding, or not the shortest. */
export class RlpError extends Error {
  override readonly name = "RlpError";
}
