import { hexToBytes, keccak256 } from "viem";

/** 256 bytes and the prefix. */
const BLOOM_LENGTH = 2 + 512;
const BITS = 2048;

type LogContent = { address: string; topics: readonly string[] };

/** If the node gives no filter, it rules nothing out. */
export function isBloom(logsBloom: string): boolean {
  return logsBloom.length === BLOOM_LENGTH;
}

/**
 * Whether a block may hold logs with a value (an address or a topic), by the Bloom filter in its header. A yes
 * may be wrong, a no never is. If the node gives no filter, the answer is yes.
 */
export function createBloomTest(value: string): (logsBloom: string) => boolean {
  const bits = toBits(value);
  return function mayHold(logsBloom) {
    if (!isBloom(logsBloom)) return true;
    return bits.every((bit) => (digitAt(logsBloom, bit) & (1 << (bit % 4))) !== 0);
  };
}

/** The share of the filter's bits that are set: a value that is not in the block has all its three bits set by chance. */
export function readFill(logsBloom: string): number {
  let set = 0;
  for (let i = 2; i < logsBloom.length; i += 1) {
    for (let digit = Number.parseInt(logsBloom.charAt(i), 16); digit > 0; digit >>= 1) set += digit & 1;
  }
  return set / BITS;
}

/** The filter that these logs make. */
export function toBloom(logs: LogContent[]): string {
  const digits = new Uint8Array(BITS / 4);
  for (const value of new Set(logs.flatMap(({ address, topics }) => [address.toLowerCase(), ...topics]))) {
    for (const bit of toBits(value))
      digits[placeOf(bit) - 2] = (digits[placeOf(bit) - 2] ?? 0) | (1 << (bit % 4));
  }
  return `0x${Array.from(digits, (digit) => digit.toString(16)).join("")}`;
}

function toBits(value: string): number[] {
  const hash = hexToBytes(keccak256(hexToBytes(value as `0x${string}`)));
  return [0, 2, 4].map((i) => (((hash[i] ?? 0) << 8) | (hash[i + 1] ?? 0)) & (BITS - 1));
}

/** Bit 0 is the lowest bit of the last digit. */
function placeOf(bit: number): number {
  return BLOOM_LENGTH - 1 - Math.floor(bit / 4);
}

function digitAt(logsBloom: string, bit: number): number {
  return Number.parseInt(logsBloom.charAt(placeOf(bit)), 16);
}
