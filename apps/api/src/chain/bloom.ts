import { hexToBytes, keccak256 } from "viem";

/** 256 bytes and the prefix. */
const BLOOM_LENGTH = 2 + 512;

/**
 * Whether a block may hold logs of a contract, by the Bloom filter in its header. A yes may be wrong, a no
 * never is. If the node gives no filter, the answer is yes.
 */
export function createBloomTest(address: string): (logsBloom: string) => boolean {
  const hash = hexToBytes(keccak256(hexToBytes(address as `0x${string}`)));
  const bits = [0, 2, 4].map((i) => (((hash[i] ?? 0) << 8) | (hash[i + 1] ?? 0)) & 2047);
  return function mayHoldLogs(logsBloom) {
    if (logsBloom.length !== BLOOM_LENGTH) return true;
    return bits.every((bit) => {
      // Bit 0 is the lowest bit of the last digit.
      const digit = Number.parseInt(logsBloom.charAt(BLOOM_LENGTH - 1 - Math.floor(bit / 4)), 16);
      return (digit & (1 << (bit % 4))) !== 0;
    });
  };
}
