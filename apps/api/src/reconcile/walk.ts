import type { Clock } from "@agent-registry/service";
import type { Kysely } from "kysely";
import { NO_AGENT } from "../chain/decode-event.ts";
import type { IndexSchema } from "../index/schema.ts";
import { type CheckCertificates, MAX_PARTIES, toParties } from "./certificates.ts";
import type { Comparison } from "./compare.ts";
import { readLastSequence } from "./read-snapshot.ts";
import type { ReconciliationMetrics } from "./reconciliation-metrics.ts";

/** At most this many agents are read at once: some milliseconds on SQLite, where other queries wait. */
const MAX_IN_CALL = 500;
const DAY_MS = 86_400_000;
/** A round leaves about this number of ranges in the database. */
const RANGES_OF_A_ROUND = 200;

type WalkOptions = {
  db: Kysely<IndexSchema>;
  clock: Clock;
  roundMs: number;
  metrics: ReconciliationMetrics;
  check: (agentIds: number[]) => Promise<Comparison | undefined>;
};

/** Where a walk stands is in the database, so that the next leader goes on from there. */
export async function loadWalk({ db, clock, roundMs, metrics, check }: WalkOptions) {
  const stored = await db.selectFrom("reconciliation").selectAll().executeTakeFirstOrThrow();
  let nextId = stored.next_agent_id;
  let verified = parseVerified(stored.verified);
  let startedAtMs = stored.round_started_at_ms;
  let finishedAtMs = stored.round_finished_at_ms;
  /** Not known before the first comparison. */
  let agents: number | null = null;
  let dueAtMs = 0;

  async function save(): Promise<void> {
    await db
      .updateTable("reconciliation")
      .set({
        next_agent_id: nextId,
        round_started_at_ms: startedAtMs,
        round_finished_at_ms: finishedAtMs,
        verified: formatVerified(verified),
      })
      .execute();
  }

  function publish(): void {
    metrics.lastRound.set((finishedAtMs ?? 0) / 1000);
    if (agents === null) return;
    metrics.verifiedShare.set(toVerifiedShare(verified, agents, clock.now() - DAY_MS));
  }

  return {
    isDue: () => clock.now() >= dueAtMs,

    /** To be called again and again: what was verified gets older even if no comparison succeeds. */
    publish,

    /** Compares the next agents; after the last one the round is over, and the next begins. */
    async advance(): Promise<void> {
      const comparison = await check(Array.from({ length: MAX_IN_CALL }, (_, i) => nextId + i));
      if (comparison === undefined) return;
      const { compared, block } = comparison;
      const atMs = clock.now();
      const last = compared.at(-1);
      startedAtMs ??= atMs;
      if (last !== undefined) {
        const mergeMs = roundMs / RANGES_OF_A_ROUND;
        verified = addVerified(verified, { first: nextId, last, atMs }, mergeMs);
        nextId = last + 1;
      }
      if (nextId > block.last_agent_id) {
        nextId = 1;
        startedAtMs = null;
        finishedAtMs = atMs;
      }
      agents = block.last_agent_id;
      dueAtMs = atMs + toPaceMs({ agents, agentsInCall: compared.length, roundMs });
      publish();
      await save();
    },
  };
}

/** A large register is not asked for more often than this, even if a round then takes longer than wanted. */
const SHORTEST_MS = 1_000;
/** A node that gives at most this many agents in a call was asked for their slots: some hundred requests. */
const AGENTS_BY_SLOTS = 10;
const SHORTEST_BY_SLOTS_MS = 10_000;
/** A small register's round is shorter than wanted: one call a minute is cheap, and finds a fault sooner. */
const LONGEST_MS = 60_000;

/** How long to wait between two calls of the walk, if each compares `agentsInCall` agents. */
export function toPaceMs(options: { agents: number; agentsInCall: number; roundMs: number }): number {
  const calls = Math.ceil(options.agents / Math.max(1, options.agentsInCall));
  // A tenth faster than needed, for what goes wrong in between.
  const paceMs = (options.roundMs * 0.9) / Math.max(1, calls);
  const shortestMs = options.agentsInCall <= AGENTS_BY_SLOTS ? SHORTEST_BY_SLOTS_MS : SHORTEST_MS;
  return Math.min(LONGEST_MS, Math.max(shortestMs, paceMs));
}

/** Agents from `first` to `last`, all of them found right at `atMs` or later. */
type VerifiedRange = { first: number; last: number; atMs: number };

/** The ranges after one more of them was verified. Neighbours within `mergeMs` become one, so that there are few. */
export function addVerified(ranges: VerifiedRange[], added: VerifiedRange, mergeMs: number): VerifiedRange[] {
  const result: VerifiedRange[] = [];
  for (const range of ranges) {
    // What the new range covers is cut out of the older one.
    if (range.first < added.first) result.push({ ...range, last: Math.min(range.last, added.first - 1) });
    if (range.last > added.last) result.push({ ...range, first: Math.max(range.first, added.last + 1) });
  }
  const before = result.findIndex(
    (range) => range.last === added.first - 1 && Math.abs(added.atMs - range.atMs) <= mergeMs,
  );
  const neighbour = result[before];
  if (neighbour === undefined) return [...result, added].sort((a, b) => a.first - b.first);
  const merged = { first: neighbour.first, last: added.last, atMs: Math.min(neighbour.atMs, added.atMs) };
  return result.with(before, merged).sort((a, b) => a.first - b.first);
}

/** The share of agents 1 to `total` that were verified since then; 1 if there are none. */
export function toVerifiedShare(ranges: VerifiedRange[], total: number, sinceMs: number): number {
  if (total === 0) return 1;
  let verified = 0;
  for (const { first, last, atMs } of ranges) {
    if (atMs >= sinceMs) verified += Math.max(0, Math.min(last, total) - first + 1);
  }
  return Math.min(1, verified / total);
}

/** What a database holds; nothing verified if it is not readable. */
export function parseVerified(text: string): VerifiedRange[] {
  try {
    const rows = JSON.parse(text) as [number, number, number][];
    return rows.map(([first, last, atMs]) => ({ first, last, atMs }));
  } catch {
    return [];
  }
}

export function formatVerified(ranges: VerifiedRange[]): string {
  return JSON.stringify(ranges.map(({ first, last, atMs }) => [first, last, atMs]));
}

const MAX_FILINGS = 2_000;
/** At most this many agents, and persons and notaries, wait here. The walks, which compare all, come to the others. */
const MAX_WAITING = 5_000;

/** Compares those that have new filings, many agents in one call, a few seconds after they were indexed. */
export async function followChanges(options: {
  db: Kysely<IndexSchema>;
  clock: Clock;
  intervalMs: number;
  check: (agentIds: number[]) => Promise<Comparison | undefined>;
  checkCertificates: CheckCertificates;
}) {
  const { db, clock, intervalMs, check, checkCertificates } = options;
  let sequence = await readLastSequence(db);
  let dueAtMs = clock.now() + intervalMs;
  const agents = new Set<number>();
  /** Filings about persons and notaries. */
  let certificates: { data: string }[] = [];

  async function collect(): Promise<void> {
    const filings = await db
      .selectFrom("filings")
      .select(["sequence", "agent_id", "data"])
      .where("sequence", ">", sequence)
      .orderBy("sequence")
      .limit(MAX_FILINGS)
      .execute();
    for (const filing of filings) {
      if (filing.agent_id === NO_AGENT) certificates.push(filing);
      else if (agents.size < MAX_WAITING) agents.add(filing.agent_id);
    }
    certificates = certificates.slice(0, MAX_WAITING);
    // After blocks were taken back the newest filing has a lower number than before.
    if (filings.length < MAX_FILINGS) sequence = await readLastSequence(db);
    else sequence = filings.at(-1)?.sequence ?? sequence;
  }

  async function compareAgents(agentIds: number[]): Promise<void> {
    const comparison = await check(agentIds);
    const known = comparison?.block.last_agent_id ?? 0;
    const compared = new Set(comparison?.compared);
    for (const agentId of agentIds) {
      if (compared.has(agentId) || agentId > known) agents.delete(agentId);
    }
  }

  return {
    isDue: () => clock.now() >= dueAtMs,
    /** False if nothing has changed. */
    async advance(): Promise<boolean> {
      dueAtMs = clock.now() + intervalMs;
      await collect();
      const agentIds = [...agents].slice(0, MAX_IN_CALL);
      const parties = toParties(certificates.slice(0, MAX_PARTIES));
      if (agentIds.length > 0) await compareAgents(agentIds);
      if (parties.length > 0 && (await checkCertificates(parties)))
        certificates = certificates.slice(MAX_PARTIES);
      return agentIds.length > 0 || parties.length > 0;
    },
  };
}
