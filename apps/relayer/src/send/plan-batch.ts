import { size } from "viem";
import type { SignedForwardRequest } from "./encode-call.ts";

/**
 * A block has room for a transaction only if its whole gas limit fits, though most of it comes back:
 * a few middling batches fill a block better than one large one. Also well under 2^24, the most that
 * one transaction may ask for (EIP-7825).
 */
const MAX_BATCH_GAS = 12_000_000n;
export const MAX_BATCH_REQUESTS = 50;
/** Nodes refuse transactions over 128 kB. */
const MAX_BATCH_BYTES = 96 * 1024;

const PER_REQUEST_GAS = 60_000n;
const PER_REQUEST_BYTES = 500;

/** The first of the waiting requests that fit into one transaction: always at least one. */
export function planBatch<T extends SignedForwardRequest>(waiting: readonly T[]): T[] {
  const batch: T[] = [];
  let gas = 0n;
  let bytes = 0;
  for (const item of waiting) {
    gas += item.request.gas + PER_REQUEST_GAS;
    bytes += size(item.request.data) + PER_REQUEST_BYTES;
    const isFull = batch.length >= MAX_BATCH_REQUESTS || gas > MAX_BATCH_GAS || bytes > MAX_BATCH_BYTES;
    if (batch.length > 0 && isFull) break;
    batch.push(item);
  }
  return batch;
}
