import type { Address } from "viem";
import { createTokenBucket } from "./token-bucket.ts";

/** For each kind of wallet: strangers, and those that were served. */
const MAX_AT_ONCE = 100;
const MAX_KNOWN = 10_000;

/** Thrown instead of asking the node once more. */
export class TooManyQuestions extends Error {
  override name = "TooManyQuestions";
}

export type QuestionLimit = ReturnType<typeof createQuestionLimit>;

/**
 * Bounds what a node is asked about signatures, since anyone can claim to be any wallet. A wallet that was
 * served is asked about as often as it comes, until something comes in its name that it did not sign.
 */
export function createQuestionLimit({
  strangersPerSecond,
  nowMs,
}: {
  strangersPerSecond: number;
  nowMs: () => number;
}) {
  const mayAskAboutStranger = createTokenBucket({ perSecond: strangersPerSecond, now: nowMs });
  const served = new Set<Address>();
  const running = { served: 0, strangers: 0 };

  return {
    remember(wallet: Address): void {
      served.delete(wallet);
      if (served.size >= MAX_KNOWN) served.delete(served.keys().next().value as Address);
      served.add(wallet);
    },

    forget: (wallet: Address): boolean => served.delete(wallet),

    /** Throws `TooManyQuestions` if this one is too many. */
    async ask<T>(wallet: Address, question: () => Promise<T>): Promise<T> {
      const kind = served.has(wallet) ? "served" : "strangers";
      if (running[kind] >= MAX_AT_ONCE || (kind === "strangers" && !mayAskAboutStranger()))
        throw new TooManyQuestions();
      running[kind] += 1;
      try {
        return await question();
      } finally {
        running[kind] -= 1;
      }
    },
  };
}
