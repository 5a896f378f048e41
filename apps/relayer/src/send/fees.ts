export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint };
export type Market = { baseFeePerGas: bigint; tip: bigint };

/** Room for six full blocks in a row, each of which raises the base fee by an eighth. */
const BASE_FEE_HEADROOM = 2n;

/** What a new transaction bids. */
export function toFees({ market, capWei }: { market: Market; capWei: bigint }): Fees {
  const maxFeePerGas = lower(market.baseFeePerGas * BASE_FEE_HEADROOM + market.tip, capWei);
  return { maxFeePerGas, maxPriorityFeePerGas: lower(market.tip, maxFeePerGas) };
}

/**
 * What must be bid to take the place of an earlier bid: nodes ask for an eighth more, of both fees.
 * Undefined where the cap forbids it.
 */
export function toHigherFees({
  previous,
  market,
  capWei,
}: {
  previous: Fees;
  market: Market;
  capWei: bigint;
}): Fees | undefined {
  const now = toFees({ market, capWei });
  const maxFeePerGas = higher(raise(previous.maxFeePerGas), now.maxFeePerGas);
  const maxPriorityFeePerGas = higher(raise(previous.maxPriorityFeePerGas), now.maxPriorityFeePerGas);
  if (maxFeePerGas > capWei || maxPriorityFeePerGas > maxFeePerGas) return undefined;
  return { maxFeePerGas, maxPriorityFeePerGas };
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
