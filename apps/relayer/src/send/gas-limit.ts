import type { ForwardRequest } from "@agent-registry/protocol";
import { type Hex, size } from "viem";

const BASE = 21_000n;
/** The dearer of the two prices of a byte of calldata: the floor of EIP-7623. */
const CALLDATA_BYTE = 40n;
/**
 * What the forwarder does for one request besides the call: it recovers the signer (3,000), reads and
 * writes the nonce (22,100 at most), writes the event (1,900), keeps a reserve for the call (3,000),
 * and hashes and copies. Measured at 33,000 with an empty payload.
 */
const PER_REQUEST = 42_000n;
/** Hashing, copying and storing a word of payload; memory is not freed between the requests of a batch. */
const PER_WORD = 40n;

/**
 * Gas that is enough whatever the calls do. A call gets its signed gas only if 64/63 of it is left at
 * that point, so the sum of all limits has to be there, even though most of it comes back.
 */
export function toGasLimit({ requests, data }: { requests: readonly ForwardRequest[]; data: Hex }): bigint {
  let limit = BASE + BigInt(size(data)) * CALLDATA_BYTE;
  let words = 0n;
  for (const request of requests) {
    words += BigInt(Math.ceil(size(request.data) / 32)) + 4n;
    limit += PER_REQUEST + (request.gas * 64n) / 63n + 1n;
  }
  return limit + words * PER_WORD + (words * words) / 256n;
}
