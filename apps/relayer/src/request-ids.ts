import type { Hex } from "viem";

const MAX_KEPT = 10_000;

export type RequestIds = ReturnType<typeof createRequestIds>;

/**
 * Under which ids signed requests came in, for the log alone: it is bounded, and empty after a restart. The digests in
 * the same lines are what holds for ever.
 */
export function createRequestIds({ maxKept = MAX_KEPT } = {}) {
  const ids = new Map<Hex, string>();
  return {
    keep({ digest, requestId }: { digest: Hex; requestId: string }): void {
      // Last in line again if the same request was accepted before, and refused later.
      ids.delete(digest);
      ids.set(digest, requestId);
      for (const oldest of ids.keys()) {
        if (ids.size <= maxKept) break;
        ids.delete(oldest);
      }
    },
    find: (digest: Hex): string | undefined => ids.get(digest),
    findAll: (digests: readonly Hex[]): string[] => digests.flatMap((digest) => ids.get(digest) ?? []),
  };
}
