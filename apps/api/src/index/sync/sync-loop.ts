import { setTimeout } from "node:timers/promises";
import { isDatabaseFailure, within } from "@agent-registry/service";
import type { Kysely } from "kysely";
import { type Agreed, type Agreement, NodesDisagree } from "../../chain/agreement/create-agreement.ts";
import { createBackOff, createChainReader } from "../../chain/chain-reader.ts";
import type { Headers } from "../../chain/node-answers.ts";
import { ChainReorganised } from "../../chain/read-blocks.ts";
import { RpcError } from "../../chain/rpc-error.ts";
import type { RpcNode } from "../../chain/rpc-node.ts";
import { InconsistentLogs } from "../apply/change.ts";
import { createIndexWriter, type IndexWriter } from "../apply/index-writer.ts";
import { type Leader, LostLeadership } from "../apply/leader-session.ts";
import type { IndexStatus } from "../index-status.ts";
import type { IndexSchema } from "../schema.ts";
import { createLeadership, type LeadershipTimes, type Term } from "./leadership.ts";
import type { SyncOptions } from "./settle-reorganisation.ts";
import type { SharedStatus } from "./sync-status.ts";
import { createSyncStep } from "./sync-step.ts";

/** After this number of contradictions in a row the index itself is taken to be wrong, and built anew. */
const MAX_CONTRADICTIONS = 5;
/** How long this process waits for a node's head if it decides by it whether to lead. */
const HEAD_TIMEOUT_MS = 2_000;
/** A database that comes back is found soon, since no process answers without it. */
const LONGEST_DATABASE_WAIT_MS = 5_000;

type Options = SyncOptions & {
  nodes: RpcNode[];
  agreement: Agreement;
  headers: Headers;
  /** Called with the nodes that agree, and the one of them from which the next step reads. */
  onAgreed: (agreed: Agreed & { source: RpcNode }) => void;
  /** Between two rounds of the process that leads. */
  roundPauseMs: number;
  /** The first wait after a failure, and the longest. */
  delays: { firstMs: number; maxMs: number };
  leader: Leader;
  leadership: LeadershipTimes;
  sharedStatus: SharedStatus;
  db: Kysely<IndexSchema>;
  /** How far processes may lag that read from a replica and still answer; 0 if none does. */
  maxReplicaLagMs: number;
  /** Mends what was found to be wrong, if anything; true if the index was changed. */
  mend: (writer: IndexWriter, announce: () => Promise<void>) => Promise<boolean>;
};

type Writing = { term: Term; writer: IndexWriter; signal: AbortSignal };

/** While this process leads it writes the index; otherwise it reads how the leader stands. */
export function createSyncLoop(options: Options) {
  const { nodes, agreement, headers, delays, sharedStatus, db } = options;
  const { syncStatus, metrics, logger, pollIntervalMs } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const backOff = createBackOff({ baseMs: delays.firstMs, maxMs: delays.maxMs });
  const syncStep = createSyncStep(options);
  const leadership = createLeadership({ ...options, ...options.leadership, hasHead });
  let writing: Writing | null = null;
  /** What the leader last published; null while this process leads. */
  let leaderStatus: IndexStatus | null = null;
  let nodeIndex = 0;
  let failures = 0;
  let contradictions = 0;
  let reachedAtFailure: number | null = null;

  const readerOf = (node: RpcNode, until: AbortSignal, tries?: number) =>
    createChainReader({
      node,
      headers,
      ...(tries === undefined ? {} : { tries }),
      registryAddress: options.registryAddress,
      retryDelayMs: delays.firstMs,
      signal: until,
    });

  async function hasHead(): Promise<boolean> {
    const heads = () => Promise.any(nodes.map((node) => readerOf(node, signal).getHead()));
    return await within(HEAD_TIMEOUT_MS, heads).then(
      () => true,
      () => false,
    );
  }

  /** What to write with if this process leads, or now can; null while another one does. */
  async function lead(): Promise<Writing | null> {
    const held = leadership.current();
    if (held !== null && held === writing?.term) return writing;
    const term = held ?? (await leadership.tryLead());
    if (term === null) return null;
    if (leaderStatus !== null) syncStatus.restore(leaderStatus);
    else syncStatus.resumed({ isBuilding: (await sharedStatus.read()).isBuilding });
    leaderStatus = null;
    const { keptBlocks, keptSeconds } = options;
    writing = {
      term,
      writer: createIndexWriter({ session: term.session, db, keptBlocks, keptSeconds }),
      signal: AbortSignal.any([signal, term.signal]),
    };
    return writing;
  }

  /** When this returns, all processes know that no answer may come from the index until it is caught up again. */
  async function announceGap({ term, signal: until }: Writing): Promise<void> {
    syncStatus.startedOver();
    await leadership.publish(term.session);
    // A process whose replica has not shown it by then lags too far to answer at all.
    await setTimeout(options.maxReplicaLagMs + 2 * pollIntervalMs, undefined, { signal: until });
  }

  /** One round; returns how long to wait before the next. */
  async function round(): Promise<number> {
    const own = await lead();
    if (own === null) {
      writing = null;
      leaderStatus = await sharedStatus.read();
      backOff.reset();
      return pollIntervalMs;
    }
    // What was wrong came from the present node, so the next one is read.
    if (await options.mend(own.writer, () => announceGap(own))) nodeIndex += 1;
    const agreed = await agreement.look(own.signal);
    syncStatus.agreed({ nodes: agreed.nodes.length, hashes: headers.hashes() });
    const source = chooseSource(agreed);
    options.onAgreed({ ...agreed, source });
    const outcome = await syncStep({
      head: agreed.head,
      findNewerHead: async () => {
        const newer = await agreement.look(own.signal);
        return newer.nodes.includes(source) ? newer.head : undefined;
      },
      reader: readerOf(source, own.signal),
      others: agreed.nodes.filter((other) => other !== source).map((other) => readerOf(other, own.signal, 1)),
      writer: own.writer,
    });
    if (outcome === "behind") {
      const reason = `the nodes are at block ${agreed.head.number}, behind the index`;
      syncStatus.failed(reason, { isDatabaseGone: false });
    }
    await leadership.publish(own.term.session);
    backOff.reset();
    failures = 0;
    contradictions = 0;
    return options.roundPauseMs;
  }

  /** The same node as long as it works, since the limits that were learnt are its own. */
  function chooseSource({ nodes: agreeing }: Agreed): RpcNode {
    const first = nodeIndex % nodes.length;
    const inTurn = [...nodes.slice(first), ...nodes.slice(0, first)];
    const source = inTurn.find((node) => agreeing.includes(node));
    if (source === undefined) throw new Error("No RPC node is configured");
    return source;
  }

  /** Decides what a failed round means; returns how long to wait before the next. */
  async function recover(error: unknown): Promise<number> {
    if (error instanceof LostLeadership) await leadership.resign();
    if (writing?.term.signal.aborted === true) {
      // The step was cut short; from now on this process follows.
      logger.info("Another process may index now");
      writing = null;
      return 0;
    }
    const reached = syncStatus.read().indexedBlock;
    // Waits grow only while the index makes no progress at all.
    if (reached !== reachedAtFailure) {
      backOff.reset();
      failures = 0;
      contradictions = 0;
    }
    reachedAtFailure = reached;
    failures += 1;
    leadership.stepFailed();
    if (error instanceof NodesDisagree) syncStatus.disagreed();
    if (error instanceof ChainReorganised && failures <= 3) return 0;
    if (error instanceof InconsistentLogs) await countContradiction(error);
    const reason = error instanceof Error ? error.message : String(error);
    const isDatabaseGone = !(error instanceof RpcError) && isDatabaseFailure(error);
    const isExpected = error instanceof RpcError || error instanceof ChainReorganised;
    const problem = isDatabaseGone
      ? "The database does not answer"
      : "The index could not be brought up to date";
    syncStatus.failed(isExpected ? reason : problem, { isDatabaseGone });
    if (leaderStatus !== null) leaderStatus = { ...leaderStatus, isDatabaseGone };
    const details = {
      rpc: nodes[nodeIndex % nodes.length]?.name,
      reason,
      ...(error instanceof RpcError && { said: error.said }),
      ...(isExpected ? {} : { err: error }),
    };
    logger.warn(details, "The index could not follow the chain; it tries again");
    if (isDatabaseGone) return Math.min(backOff.next(), LONGEST_DATABASE_WAIT_MS);
    await Promise.resolve(writing && leadership.publish(writing.term.session)).catch(() => {});
    // No other node would help: all of them were asked.
    if (error instanceof NodesDisagree) return options.roundPauseMs;
    nodeIndex += 1;
    // The next node is tried at once; the loop waits when all have failed.
    return failures % nodes.length === 0 || !(error instanceof RpcError) ? backOff.next() : 0;
  }

  async function countContradiction(error: InconsistentLogs): Promise<void> {
    contradictions += 1;
    if (contradictions < MAX_CONTRADICTIONS || writing === null) return;
    contradictions = 0;
    logger.error({ reason: error.message }, "Logs and index contradict each other; the index is built anew");
    syncStatus.startedOver();
    metrics.rebuilds.inc();
    await writing.writer.clear();
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const delayMs = await round().catch(async (error) => {
        if (signal.aborted) return 0;
        // Recovering may fail as well, such as when the database is down: then the loop tries again later.
        return recover(error).catch(() => backOff.next());
      });
      const { headBlock, indexedBlock, lastAnswerAtMs } = status();
      metrics.headBlock.set(headBlock ?? 0);
      metrics.indexedBlock.set(indexedBlock ?? 0);
      metrics.lagBlocks.set(Math.max(0, (headBlock ?? 0) - (indexedBlock ?? 0)));
      if (lastAnswerAtMs !== null) metrics.lagSeconds.set((options.clock.now() - lastAnswerAtMs) / 1000);
      await setTimeout(delayMs, undefined, { signal: writing?.signal ?? signal }).catch(() => {});
    }
  }

  function status(): IndexStatus {
    return leaderStatus ?? syncStatus.read();
  }

  let running: Promise<void> | undefined;
  return {
    status,
    isLeading: () => writing !== null,
    /** Before the first round: what another process last published, if one leads. */
    async look(): Promise<void> {
      const found = (await options.leader.isFree()) ? null : await sharedStatus.read();
      // Once started, the loop itself knows better than a look that came too late.
      if (running === undefined) leaderStatus = found;
    },
    start(): void {
      running ??= run();
    },
    async stop(): Promise<void> {
      stopping.abort();
      await running;
      await leadership.resign();
    },
  };
}
