import { apiErrors, REVENUE_MAX_SILENCE_MS, type ReadyCause } from "@agent-registry/protocol";
import { type Clock, HttpError } from "@agent-registry/service";
import type { IndexStatus } from "../index/index-status.ts";

export type Freshness = ReturnType<typeof createFreshness>;

export const DATABASE_GONE = "the index cannot be read";

/** What keeps the index from answering. `/ready` shows the cause, since each asks for another remedy. */
export type IndexProblem = { cause: ReadyCause; reason: string };

/** By then another process has taken over from a leader that hangs, if one can. */
const MAX_REPORT_AGE_MS = 30_000;

/** An index that follows the chain learns of a block a poll or two after it was made, in every process. */
const USUAL_LAG_MS = 5_000;

/** If there are several nodes, the process stays ready for this time while no two can be compared. */
const MAX_UNCOMPARED_MS = 600_000;

/** Decides whether the index is fresh enough to answer from, and what time it is. */
export function createFreshness(options: {
  status: () => IndexStatus;
  clock: Clock;
  /** How many RPC nodes there are; 1 if not given. */
  nodeCount?: number | undefined;
  /** How old the newest block may be. If not given, any: a quiet chain that mines no block is not a silent one. */
  maxHeadAgeSeconds?: number | undefined;
}) {
  const { status, clock, nodeCount = 1, maxHeadAgeSeconds = Number.POSITIVE_INFINITY } = options;
  const startedAtMs = clock.now();

  /** Why an answer from the index could be older than `maxAgeMs`; null if it cannot. */
  function findProblem(maxAgeMs: number): IndexProblem | null {
    const current = status();
    const now = clock.now();
    const { lastAnswerAtMs, replicaBehindMs } = current;
    if (replicaBehindMs !== undefined) {
      if (current.isDatabaseGone) return { cause: "database-gone", reason: DATABASE_GONE };
      const reason = `the read replica is ${Math.ceil(replicaBehindMs / 1000)} seconds behind`;
      return { cause: "replica-behind", reason };
    }
    if (current.nodesDisagree) return { cause: "nodes-disagree", reason: "the nodes disagree" };
    if (lastAnswerAtMs === null || now - lastAnswerAtMs > maxAgeMs) return explainSilence(current);
    const headAge = Math.floor(now / 1000) - (current.headTimestamp ?? Number.POSITIVE_INFINITY);
    if (headAge > maxHeadAgeSeconds) {
      return { cause: "head-old", reason: `the newest block of all nodes is ${headAge} seconds old` };
    }
    if (current.isCaughtUp) return null;
    // Between hearing of a block and applying it the index is behind for a moment; that does not make it old.
    if (now - current.lastCaughtUpAtMs <= maxAgeMs) return null;
    const blocks = `(block ${current.indexedBlock ?? 0} of ${current.headBlock ?? "?"})`;
    return current.isBuilding
      ? { cause: "index-building", reason: `the index is being built from the chain ${blocks}` }
      : { cause: "index-behind", reason: `the index is still syncing ${blocks}` };
  }

  /** Why no node's answer has come for too long: the database, the leader or the nodes are silent. */
  function explainSilence(current: IndexStatus): IndexProblem {
    const { lastAnswerAtMs, lastReportAtMs, problem } = current;
    const secondsSince = (atMs: number) => Math.floor((clock.now() - atMs) / 1000);
    if (current.isDatabaseGone) return { cause: "database-gone", reason: DATABASE_GONE };
    if (lastReportAtMs !== null && clock.now() - lastReportAtMs > MAX_REPORT_AGE_MS) {
      const reason = `the process that indexes has not reported for ${secondsSince(lastReportAtMs)} seconds`;
      return { cause: "indexer-silent", reason };
    }
    const since = lastAnswerAtMs === null ? "yet" : `for ${secondsSince(lastAnswerAtMs)} seconds`;
    const because = problem === null ? "" : ` (${problem})`;
    return { cause: "node-silent", reason: `no RPC node has answered ${since}${because}` };
  }

  function toError({ cause, reason }: IndexProblem): HttpError {
    const { databaseFailure, rpcFailure } = apiErrors;
    return new HttpError(500, cause === "database-gone" ? databaseFailure(reason) : rpcFailure(reason));
  }

  return {
    findProblem,

    /**
     * For load balancers. Requests are answered even if no nodes could be compared: the word of one node is
     * not known to be wrong.
     */
    findReadinessProblem(): IndexProblem | null {
      const problem = findProblem(REVENUE_MAX_SILENCE_MS);
      if (problem !== null || nodeCount === 1) return problem;
      const sinceMs = clock.now() - (status().lastComparedAtMs ?? startedAtMs);
      if (sinceMs <= MAX_UNCOMPARED_MS) return null;
      const reason = `no RPC node could be compared with another for ${Math.floor(sinceMs / 1000)} seconds`;
      return { cause: "nodes-not-compared", reason };
    },

    toError,

    assertFresh(maxAgeMs: number): void {
      const problem = findProblem(maxAgeMs);
      if (problem !== null) throw toError(problem);
    },

    /**
     * Our clock, in ms: the moment whose state the index shows. That is now, unless the index lags by more
     * than `USUAL_LAG_MS`. After an outage an answer is as old as the outage, even if it was made only now.
     */
    asOfMs(): number {
      const { lastAnswerAtMs, lastCaughtUpAtMs } = status();
      const completeAtMs = Math.min(lastAnswerAtMs ?? 0, lastCaughtUpAtMs);
      return clock.now() - completeAtMs <= USUAL_LAG_MS ? clock.now() : completeAtMs;
    },

    /** Changes whenever the index has taken back blocks: responses made before are then void. */
    rewindCount: () => status().rewindCount,

    /** Whole seconds: the later of our clock and the newest block's time. */
    now(): number {
      return Math.max(Math.floor(clock.now() / 1000), status().headTimestamp ?? 0);
    },

    health(): "ok" | "syncing" | "degraded" {
      if (status().isDatabaseGone) return "degraded";
      const problem = findProblem(REVENUE_MAX_SILENCE_MS);
      if (problem === null) return "ok";
      return problem.cause.startsWith("index-") ? "syncing" : "degraded";
    },
  };
}
