import { setTimeout } from "node:timers/promises";
import type { Clock, Engine, Logger } from "@agent-registry/service";
import type { Kysely } from "kysely";
import type { NodeChoice } from "../chain/agreement/create-agreement.ts";
import { createBackOff, createChainReader } from "../chain/chain-reader.ts";
import { NO_AGENT } from "../chain/decode-event.ts";
import type { Headers } from "../chain/node-answers.ts";
import { createRecordSource, type RecordSource } from "../chain/record-source.ts";
import { RpcError } from "../chain/rpc-error.ts";
import type { RpcNode } from "../chain/rpc-node.ts";
import type { IndexStatus } from "../index/index-status.ts";
import type { IndexSchema } from "../index/schema.ts";
import { type CertificateParties, parseParties, walkCertificates } from "./certificates.ts";
import { type Comparison, compare, confirm, type Mismatch } from "./compare.ts";
import { addDoubtfulAgents, type Doubts, judgeDoubts, removeDoubtfulAgents } from "./doubts.ts";
import { type Mending, planMend } from "./mending.ts";
import type { ReconciliationMetrics } from "./reconciliation-metrics.ts";
import { followChanges, loadWalk } from "./walk.ts";

export type ReconciliationTiming = {
  /** Between two looks at what is due. */
  tickMs: number;
  /** Between two comparisons of agents that have changed. */
  recentMs: number;
  /** Between two looks at doubtful agents that no mend has helped. */
  recheckMs: number;
};

type Options = {
  db: Kysely<IndexSchema>;
  engine: Engine;
  registryAddress: string;
  nodes: NodeChoice;
  headers: Headers;
  status: () => IndexStatus;
  isLeading: () => boolean;
  doubts: Doubts;
  mending: Mending;
  roundMs: number;
  timing: ReconciliationTiming;
  metrics: ReconciliationMetrics;
  logger: Logger;
  clock: Clock;
};

const MAX_LOGGED = 20;

/**
 * Compares the index with the contract for as long as this process leads and the index is caught up. What differs is
 * noted as doubtful, so that no process answers for it, and mended by the sync.
 */
export function createReconciliation(options: Options) {
  const { db, engine, registryAddress, nodes, headers, doubts, mending, timing, metrics, logger, clock } =
    options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const backOff = createBackOff({ baseMs: timing.tickMs, maxMs: 60 * timing.tickMs });
  const sources = new Map<RpcNode, RecordSource>();
  let walk: Awaited<ReturnType<typeof loadWalk>> | null = null;
  let recent: Awaited<ReturnType<typeof followChanges>> | null = null;
  let certificates: ReturnType<typeof walkCertificates> | null = null;
  let recheckAtMs = 0;

  function sourceOf(node: RpcNode): RecordSource {
    const source = sources.get(node) ?? createRecordSource({ node, registryAddress, signal });
    sources.set(node, source);
    return source;
  }

  async function check(agentIds: number[]): Promise<Comparison | undefined> {
    const node = nodes.next();
    const comparison = await compare({ db, source: sourceOf(node), agentIds });
    if (comparison === undefined) return undefined;
    metrics.compared.inc(comparison.compared.length);
    const unlike = comparison.unlike.filter((agentId) => !doubts.hasAgent(agentId));
    if (unlike.length > 0) await lookAgain(unlike, node);
    return comparison;
  }

  async function checkCertificates(parties: CertificateParties[]): Promise<boolean> {
    if (doubts.hasAgent(NO_AGENT)) return false;
    const node = nodes.next();
    const look = await confirm({
      db,
      source: sourceOf(node),
      agentIds: [],
      certificates: { engine, parties },
    });
    if (look === undefined) return false;
    if (look.mismatches.length > 0) await lookAgain([NO_AGENT], node, parties);
    return true;
  }

  /** By another node, so that one alone cannot put agents in doubt; by the same one if no other answers. */
  async function lookAgain(
    agentIds: number[],
    node: RpcNode,
    parties: CertificateParties[] = [],
  ): Promise<void> {
    const wanted = { db, agentIds, certificates: { engine, parties } };
    const second = await confirm({ ...wanted, source: sourceOf(nodes.other(node)) }).catch((error) => {
      if (!(error instanceof RpcError)) throw error;
      return confirm({ ...wanted, source: sourceOf(node) });
    });
    if (second === undefined) return;
    const { mismatches } = second;
    if (mismatches.length < agentIds.length) {
      metrics.unconfirmed.inc(agentIds.length - mismatches.length);
      logger.warn(
        { rpc: node.name, agents: agentIds.slice(0, MAX_LOGGED) },
        "A difference was not confirmed",
      );
    }
    if (mismatches.length > 0) await report(mismatches);
  }

  async function report(mismatches: Mismatch[]): Promise<void> {
    await addDoubtfulAgents(db, mismatches);
    metrics.mismatches.inc(mismatches.length);
    for (const { agentId, difference, blockNumber } of mismatches.slice(0, MAX_LOGGED)) {
      logger.error({ agentId, difference, block: blockNumber }, "Index and contract differ");
    }
    await doubts.refresh();
    recheckAtMs = 0;
  }

  /** Whether the doubtful agents are right by now; if not, the next mend is planned. */
  async function recheck(): Promise<void> {
    const rewinds = options.status().rewindCount;
    const doubtful = doubts.list();
    const node = nodes.next();
    const agentIds = doubtful.map((agent) => agent.agent_id);
    const parties = parseParties(doubtful.find((agent) => agent.agent_id === NO_AGENT)?.difference ?? "");
    const certificates = { engine, parties };
    const look = await confirm({ db, source: sourceOf(node), agentIds, certificates });
    if (look === undefined) return;
    const { wrong, right, areAllSeen } = judgeDoubts(doubtful, look);
    await removeDoubtfulAgents(db, right);
    await doubts.refresh();
    if (right.length > 0)
      logger.info({ agents: right.slice(0, MAX_LOGGED) }, "Index and contract agree again");
    if (doubts.size() === 0) return mending.succeeded();
    // While blocks that were taken back are read again, the next look is soon.
    if (areAllSeen) recheckAtMs = clock.now() + timing.recheckMs;
    if (wrong.length === 0 || !mending.isDue()) return;
    const chainReader = createChainReader({
      node,
      headers,
      registryAddress,
      retryDelayMs: timing.tickMs,
      signal,
    });
    const agents = { registryAddress, agentIds: wrong };
    const plan = await planMend({ db, node, chainReader, ...agents, signal });
    mending.request({ ...plan, rewinds });
    recheckAtMs = 0;
  }

  async function step(): Promise<void> {
    if (!options.isLeading()) {
      [walk, recent, certificates] = [null, null, null];
      mending.drop();
      return;
    }
    metrics.doubtful.set(doubts.size());
    walk?.publish();
    if (!options.status().isCaughtUp || mending.isPending()) return;
    walk ??= await loadWalk({ ...options, check });
    recent ??= await followChanges({ db, clock, intervalMs: timing.recentMs, check, checkCertificates });
    certificates ??= walkCertificates({ db, clock, check: checkCertificates });
    if (doubts.size() > 0 && (clock.now() >= recheckAtMs || mending.isDue())) return recheck();
    if (recent.isDue() && (await recent.advance())) return;
    if (await certificates.advance()) return;
    if (walk.isDue()) await walk.advance();
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const delayMs = await step().then(
        () => {
          backOff.reset();
          return timing.tickMs;
        },
        (error) => {
          if (!signal.aborted) logFailure(error);
          return backOff.next();
        },
      );
      await setTimeout(delayMs, undefined, { signal }).catch(() => {});
    }
  }

  /** Such as a node that no longer has the block's state: not a difference, and tried again at a newer block. */
  function logFailure(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    const details = error instanceof RpcError ? { reason, said: error.said } : { reason, err: error };
    logger.warn(details, "The index could not be compared with the contract; it is tried again");
  }

  let running: Promise<void> | undefined;
  return {
    start(): void {
      running ??= run();
    },
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}
