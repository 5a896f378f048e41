import { apiErrors, REVENUE_MAX_SILENCE_MS } from "@agent-registry/protocol";
import { type Clock, HttpError } from "@agent-registry/service";
import type { IndexStatus } from "../index-store/index-status.ts";

export type Freshness = ReturnType<typeof createFreshness>;

/** Decides whether the index is fresh enough to answer from, and what time it is. */
export function createFreshness({ status, clock }: { status: () => IndexStatus; clock: Clock }) {
  /** Why an answer from the index could be older than `maxAgeMs`; null if it cannot. */
  function findProblem(maxAgeMs: number): string | null {
    const current = status();
    const now = clock.now();
    const { lastAnswerAtMs } = current;
    const because = current.problem === null ? "" : ` (${current.problem})`;
    if (lastAnswerAtMs === null) return `no RPC node has answered yet${because}`;
    if (now - lastAnswerAtMs > maxAgeMs) {
      return `no RPC node has answered for ${Math.floor((now - lastAnswerAtMs) / 1000)} seconds${because}`;
    }
    if (current.isCaughtUp) return null;
    // Between hearing of a block and applying it the index is behind for a moment; that does not make it old.
    if (now - current.lastCaughtUpAtMs <= maxAgeMs) return null;
    return `the index is still syncing (block ${current.indexedBlock ?? 0} of ${current.headBlock ?? "?"})`;
  }

  return {
    findProblem,

    assertFresh(maxAgeMs: number): void {
      const problem = findProblem(maxAgeMs);
      if (problem !== null) throw new HttpError(500, apiErrors.rpcFailure(problem));
    },

    /** Changes whenever the index has taken back blocks: responses made before are then void. */
    rewindCount: () => status().rewindCount,

    /** Whole seconds: the later of our clock and the newest block's time. */
    now(): number {
      return Math.max(Math.floor(clock.now() / 1000), status().headTimestamp ?? 0);
    },

    health(): "ok" | "syncing" | "degraded" {
      if (findProblem(REVENUE_MAX_SILENCE_MS) === null) return "ok";
      const { lastAnswerAtMs } = status();
      const isSilent = lastAnswerAtMs === null || clock.now() - lastAnswerAtMs > REVENUE_MAX_SILENCE_MS;
      return isSilent ? "degraded" : "syncing";
    },
  };
}
