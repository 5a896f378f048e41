import type { Clock, Logger } from "@agent-registry/service";
import { type Leader, type LeaderSession, LostLeadership } from "../apply/leader-session.ts";
import type { IndexMetrics } from "./index-metrics.ts";
import type { SharedStatus, SyncStatus } from "./sync-status.ts";

export type LeadershipTimes = {
  /** How long others wait for a leader that does not renew its lease. */
  leaseMs: number;
  /** How long a leader may go on without a new head from any node, and without progress. */
  maxSilenceMs: number;
};

/** A lease is renewed this many times within its length, so that a few renewals may fail. */
const BEATS_PER_LEASE = 5;
/** For this number of polls a process that gave up does not try to lead: the others try at every poll. */
const POLLS_TO_GIVE_WAY = 3;

type Options = LeadershipTimes & {
  leader: Leader;
  sharedStatus: SharedStatus;
  syncStatus: SyncStatus;
  /** Whether one of this process's nodes gives its head now. */
  hasHead: () => Promise<boolean>;
  pollIntervalMs: number;
  metrics: IndexMetrics;
  logger: Logger;
  clock: Clock;
};

export type Term = {
  session: LeaderSession;
  /** Aborted when this process does not lead any more. */
  signal: AbortSignal;
};

/** Decides when this process leads: it takes the lease, renews it beside the sync steps, and gives it up when sick. */
export function createLeadership(options: Options) {
  const { leader, sharedStatus, syncStatus, clock, logger, metrics, leaseMs, maxSilenceMs } = options;
  let term: (Term & { end: AbortController; beating: NodeJS.Timeout }) | null = null;
  let gaveUpAtMs = Number.NEGATIVE_INFINITY;
  let healthyAtMs = 0;
  let hasFailedSince = false;
  let seenBlock: number | null = null;
  let isBeatUnderWay = false;

  function begin(session: LeaderSession): Term {
    const end = new AbortController();
    const beating = setInterval(() => void beat(session), leaseMs / BEATS_PER_LEASE);
    beating.unref();
    markHealthy(clock.now());
    term = { session, signal: end.signal, end, beating };
    metrics.isLeader.set(1);
    metrics.leaderTerms.inc();
    logger.info("This process indexes");
    return term;
  }

  async function publish(session: LeaderSession): Promise<void> {
    await session.transact([sharedStatus.toPublishOp(syncStatus.read())]);
  }

  function markHealthy(atMs: number): void {
    if (atMs > healthyAtMs) hasFailedSince = false;
    healthyAtMs = Math.max(healthyAtMs, atMs);
  }

  async function isHealthy(): Promise<boolean> {
    const { indexedBlock, lastAnswerAtMs } = syncStatus.read();
    if (indexedBlock !== seenBlock) markHealthy(clock.now());
    seenBlock = indexedBlock;
    markHealthy(lastAnswerAtMs ?? 0);
    if (clock.now() - healthyAtMs <= maxSilenceMs) return true;
    // A sync step may read for long before it asks for the head again. Giving up would lose what it has read.
    if (hasFailedSince || !(await options.hasHead())) return false;
    markHealthy(clock.now());
    return true;
  }

  /** Beside the sync step, since that may wait long for a node. */
  async function beat(session: LeaderSession): Promise<void> {
    if (isBeatUnderWay) return;
    isBeatUnderWay = true;
    try {
      await publish(session);
      if (!(await isHealthy())) await giveUpLease();
    } catch (error) {
      // If the database is out of reach, the sync step meets the same failure and reports it.
      if (error instanceof LostLeadership && term?.session === session) await resign();
    } finally {
      isBeatUnderWay = false;
    }
  }

  async function giveUpLease(): Promise<void> {
    const reason = syncStatus.read().problem;
    logger.warn({ reason }, "This process gives up indexing, so that another one may try");
    gaveUpAtMs = clock.now();
    await resign();
  }

  async function resign(): Promise<void> {
    if (term === null) return;
    const { session, end, beating } = term;
    term = null;
    clearInterval(beating);
    metrics.isLeader.set(0);
    end.abort();
    await session.release();
  }

  return {
    /** What this process leads with; null while it follows. */
    current: (): Term | null => term,

    /**
     * Leads if no process does. A process whose nodes give no head takes only a lease that has been free for
     * `leaseMs`, since no other process wants it. A process that gave up lets the others try first.
     */
    async tryLead(): Promise<Term | null> {
      const isGivingWay = clock.now() - gaveUpAtMs <= POLLS_TO_GIVE_WAY * options.pollIntervalMs;
      if (isGivingWay || !(await leader.isFree())) return null;
      const freeForMs = (await options.hasHead()) ? 0 : leaseMs;
      const session = await leader.tryLead({ freeForMs });
      return session && begin(session);
    },
    publish,
    resign,
    /** A sync step failed: from now on a head alone does not show that this process can index. */
    stepFailed(): void {
      hasFailedSince = true;
    },
  };
}
