/**
 * The wallet nonce for a new transaction. There is no counter that could drift: the chain says where
 * the numbers start, and the first that is free is taken, so that a gap is filled by the next
 * transaction, and nonces that somebody else used or a reset chain gave back are noticed by themselves.
 */
export function pickNonce({
  latest,
  pending,
  taken,
}: {
  /** How many of the wallet's transactions are mined. */
  latest: number;
  /** The same with those that wait at the node, ours or not. */
  pending: number;
  /** The nonces of transactions of ours that may be mined, or were since the chain was asked. */
  taken: ReadonlySet<number>;
}): number {
  const free = firstFree(latest, taken);
  return pending > free ? firstFree(pending, taken) : free;
}

function firstFree(from: number, taken: ReadonlySet<number>): number {
  let nonce = from;
  while (taken.has(nonce)) nonce += 1;
  return nonce;
}
