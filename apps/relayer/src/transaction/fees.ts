export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint };

/** What the next block asks for, as a node estimates it. */
export type FeeEstimate = { baseFeePerGas: bigint; tip: bigint };

/** What the chain charges at this moment. */
export type Prices = {
  feeEstimate: FeeEstimate;
  /** The most that an OP-stack chain takes for publishing this number of bytes on its parent chain. */
  toDataFee: (transactionBytes: number) => bigint;
};

/** Room for six full blocks in a row, each of which raises the base fee by an eighth. */
const BASE_FEE_HEADROOM = 2n;

/** What a new transaction bids. */
export function toFees({ feeEstimate, capWei }: { feeEstimate: FeeEstimate; capWei: bigint }): Fees {
  const maxFeePerGas = lower(feeEstimate.baseFeePerGas * BASE_FEE_HEADROOM + feeEstimate.tip, capWei);
  return { maxFeePerGas, maxPriorityFeePerGas: lower(feeEstimate.tip, maxFeePerGas) };
}

/**
 * What must be bid to take the place of an earlier bid: nodes ask for an eighth more, of both fees.
 * Undefined if the cap forbids it.
 */
export function toHigherFees({
  previous,
  feeEstimate,
  capWei,
}: {
  previous: Fees;
  feeEstimate: FeeEstimate;
  capWei: bigint;
}): Fees | undefined {
  const now = toFees({ feeEstimate, capWei });
  const maxFeePerGas = higher(raise(previous.maxFeePerGas), now.maxFeePerGas);
  const maxPriorityFeePerGas = higher(raise(previous.maxPriorityFeePerGas), now.maxPriorityFeePerGas);
  if (maxFeePerGas > capWei || maxPriorityFeePerGas > maxFeePerGas) return undefined;
  return { maxFeePerGas, maxPriorityFeePerGas };
}

/** The most that a transaction can cost, its data on the parent chain included. */
export function toWorstCaseWei({
  gas,
  transactionBytes,
  fees,
  toDataFee,
}: {
  gas: bigint;
  transactionBytes: number;
  fees: Fees;
  toDataFee: Prices["toDataFee"];
}): bigint {
  return gas * fees.maxFeePerGas + toDataFee(transactionBytes);
}

/**
 * The higher bid for a transaction that does not get mined, or undefined if it should wait. Only the
 * wallet's next in line can be held up by its own price. One further back is replaced only if the base
 * fee has risen above its bid.
 */
export function planReplacement({
  attempts,
  isNextInLine,
  feeEstimate,
  capWei,
  now,
  gracePeriodMs,
}: {
  /** Oldest first. */
  attempts: readonly (Fees & { createdAt: number })[];
  isNextInLine: boolean;
  feeEstimate: FeeEstimate;
  capWei: bigint;
  now: number;
  gracePeriodMs: number;
}): Fees | undefined {
  const newest = attempts.at(-1);
  if (newest === undefined || now - newest.createdAt < gracePeriodMs) return undefined;
  const isOutpriced = newest.maxFeePerGas < feeEstimate.baseFeePerGas;
  if (!isNextInLine && !isOutpriced) return undefined;
  return toHigherFees({ previous: newest, feeEstimate, capWei });
}

/** Rounded up past the eighth, since some nodes want more than exactly that. */
function raise(wei: bigint): bigint {
  return wei + wei / 8n + 1n;
}

function lower(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function higher(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
