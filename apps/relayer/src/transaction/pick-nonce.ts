/**
 * The wallet nonce for a new transaction. No counter is kept that could drift: the numbers start at the
 * chain's, and the first free one is taken. So the next transaction fills a gap, skips nonces that another
 * user of the key took, and uses again what a reset chain gave back.
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
