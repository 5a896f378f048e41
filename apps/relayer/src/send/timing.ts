/** How patient the relayer is, in milliseconds. */
export type Timing = {
  /** Between two looks at the chain while anything is in flight. */
  pollMs: number;
  /** Until one that no node took is sent again. */
  retryMs: number;
  /** Until a transaction that is not mined is sent again as it is: its node may have forgotten it. */
  resendMs: number;
  /** Until it is replaced by one that pays more. */
  replaceMs: number;
  /** Until a nonce that nobody fills, below transactions of ours, counts as a gap. */
  gapMs: number;
  /** Until a spent nonce without a receipt of ours counts as spent by somebody else. */
  lostMs: number;
  /** Until an abandoned transaction whose nonce is spent is forgotten. */
  forgetMs: number;
};

/** Nodes behind one address are seconds apart at times: a nonce may be seen well before its receipt. */
export const defaultTiming: Timing = {
  pollMs: 200,
  retryMs: 1_000,
  resendMs: 5_000,
  replaceMs: 15_000,
  gapMs: 8_000,
  lostMs: 20_000,
  forgetMs: 10 * 60_000,
};
