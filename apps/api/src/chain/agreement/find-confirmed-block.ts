import type { BlockHeader } from "../block-header.ts";

/** How one node stands towards a candidate for the chain's head. */
export type Vote = {
  head: BlockHeader;
  /** Whether both have the same block at the height that both have reached. */
  isShared: boolean;
};

/** In seconds of block time, and by our clock: a node that is further behind does not follow the chain any more. */
const LATE_SECONDS = 10;

/**
 * The newest block of a candidate's chain that most of the nodes have which answer. A node that has fallen behind on the
 * same chain does not count, unless most have: then the candidate may as well be running ahead with blocks of its own, and
 * nothing is confirmed.
 */
export function findConfirmedBlock(options: {
  candidate: BlockHeader;
  others: Vote[];
  nowSeconds: number;
}): BlockHeader | undefined {
  const { candidate, others, nowSeconds } = options;
  const isLate = ({ head, isShared }: Vote) =>
    isShared &&
    candidate.timestamp - head.timestamp > LATE_SECONDS &&
    nowSeconds - head.timestamp > LATE_SECONDS;
  const counted = others.filter((vote) => !isLate(vote));
  if ((others.length - counted.length) * 2 > others.length + 1) return undefined;
  const majority = Math.floor((counted.length + 1) / 2) + 1;
  const shared = counted
    .filter(({ isShared }) => isShared)
    .map(({ head }) => (head.number < candidate.number ? head : candidate));
  const newestFirst = [candidate, ...shared].sort((a, b) => b.number - a.number);
  return newestFirst[majority - 1];
}
