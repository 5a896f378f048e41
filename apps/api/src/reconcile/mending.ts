import type { Clock, Logger } from "@agent-registry/service";
import type { Kysely } from "kysely";
import { numberToHex } from "viem";
import { type ChainReader, createBackOff } from "../chain/chain-reader.ts";
import { decodeEvent, NO_AGENT, PERSON_TOPICS } from "../chain/decode-event.ts";
import { toQuantity, validateLogs } from "../chain/node-answers.ts";
import { RpcError } from "../chain/rpc-error.ts";
import type { RpcNode } from "../chain/rpc-node.ts";
import { InconsistentLogs } from "../index/apply/change.ts";
import type { IndexWriter, NewBlock } from "../index/apply/index-writer.ts";
import { findNewestBlock } from "../index/at-block.ts";
import { toKindNumber } from "../index/filing-data.ts";
import type { BlockRow, IndexSchema } from "../index/schema.ts";

export type Mending = ReturnType<typeof createMending>;

/**
 * Hands the mend of the index from the comparison, which finds what is wrong, to the sync, which alone
 * writes. A mend that does not help is repeated ever more rarely: a node that goes on lying must not keep the
 * index from answering.
 */
export function createMending(options: {
  db: Kysely<IndexSchema>;
  clock: Clock;
  logger: Logger;
  delays: { firstMs: number; maxMs: number };
  onRebuild: () => void;
}) {
  const { db, clock, logger, delays, onRebuild } = options;
  const backOff = createBackOff({ baseMs: delays.firstMs, maxMs: delays.maxMs });
  let plan: Planned | null = null;
  let isApplying = false;
  let notBeforeMs = 0;

  async function rebuild(writer: IndexWriter): Promise<void> {
    logger.error("Index and contract differ; the index is built anew");
    onRebuild();
    await writer.clear();
  }

  async function rewind(writer: IndexWriter, wanted: MendPlan): Promise<boolean> {
    const row = wanted.kind === "rewind" ? await findRewindRow(db, wanted.block) : undefined;
    if (row === undefined) return false;
    try {
      await writer.undoTo(row);
    } catch (error) {
      // The wrong rows may be those that undoing needs. Then the index is built anew.
      if (error instanceof InconsistentLogs) return false;
      throw error;
    }
    logger.warn({ block: row.number }, "Logs were left out; the index is read again from before them");
    return true;
  }

  return {
    isDue: () => clock.now() >= notBeforeMs,
    /** Until the index is mended nothing is compared: what is wrong would be found a second time. */
    isPending: () => plan !== null || isApplying,
    request(next: Planned): void {
      plan = next;
      notBeforeMs = clock.now() + backOff.next();
    },
    /** Another process leads. */
    drop(): void {
      plan = null;
    },
    /** Index and contract agree again. */
    succeeded(): void {
      notBeforeMs = 0;
      backOff.reset();
    },

    /**
     * Called by the sync before a step; true if the index was changed and is to be read on from another node.
     * `announce` publishes that no process may answer from the index until it is caught up again.
     */
    async apply(writer: IndexWriter, announce: () => Promise<void>): Promise<boolean> {
      const wanted = plan;
      if (wanted === null) return false;
      // If this fails, what is still wrong then is planned anew.
      plan = null;
      isApplying = true;
      try {
        if ((await writer.getRewindCount()) !== wanted.rewinds) {
          notBeforeMs = 0;
          return false;
        }
        await announce();
        if (!(await rewind(writer, wanted))) await rebuild(writer);
      } finally {
        isApplying = false;
      }
      return true;
    },
  };
}

/** If a node does not give the logs of all blocks at once, it is asked for those of this many newest ones. */
const RECENT_BLOCKS = 5_000;
const MAX_AGENTS = 50;
const MAX_FILINGS = 20_000;

/** `rewind`: to the block before the first log that was left out or made up. `rebuild`: no such log was found. */
type MendPlan = { kind: "rewind"; block: NewBlock } | { kind: "rebuild" };
/**
 * With the index's number of rewinds at the comparison: an index that was built anew since, such as by the sync, which finds
 * contradictions by itself, may be right by now.
 */
type Planned = MendPlan & { rewinds: number };

type PlanOptions = {
  db: Kysely<IndexSchema>;
  node: RpcNode;
  chainReader: Pick<ChainReader, "getBlock">;
  registryAddress: string;
  agentIds: number[];
  signal: AbortSignal;
};

/** Finds out where the index went wrong, by the logs and the filings of these agents. */
export async function planMend(options: PlanOptions): Promise<MendPlan> {
  const { db, agentIds, chainReader } = options;
  const state = await db
    .selectFrom("sync_state")
    .select(["start_block", "block_number"])
    .executeTakeFirstOrThrow();
  if (state.block_number === null || agentIds.length > MAX_AGENTS) return { kind: "rebuild" };
  const toBlock = state.block_number;
  const fromBlock = Math.min(toBlock, state.start_block ?? 0);
  const first = await findFirstDifference(options, { fromBlock, toBlock }).catch((error) => {
    if (!(error instanceof RpcError)) throw error;
    return findFirstDifference(options, {
      fromBlock: Math.max(fromBlock, toBlock - RECENT_BLOCKS),
      toBlock,
    });
  });
  if (first === undefined) return { kind: "rebuild" };
  const { number, hash, timestamp } = await chainReader.getBlock(first - 1);
  return { kind: "rewind", block: { number, hash, timestamp } };
}

type Range = { fromBlock: number; toBlock: number };

/** The first block in which logs and filings are not the same. */
async function findFirstDifference(options: PlanOptions, range: Range): Promise<number | undefined> {
  const filings = await options.db
    .selectFrom("filings")
    .select(["block_number", "log_index"])
    .where("agent_id", "in", options.agentIds)
    .where("block_number", ">=", range.fromBlock)
    .limit(MAX_FILINGS + 1)
    .execute();
  if (filings.length > MAX_FILINGS) return undefined;
  const filed = toPlaces(filings.map((filing) => [filing.block_number, filing.log_index]));
  const logged = await readPlaces(options, range);
  let first = Number.POSITIVE_INFINITY;
  for (const [place, block] of logged) if (!filed.has(place)) first = Math.min(first, block);
  for (const [place, block] of filed) if (!logged.has(place)) first = Math.min(first, block);
  return first <= range.toBlock ? first : undefined;
}

/** Of agents by their number; of persons and notaries, which have the number 0, by the events about them. */
async function readPlaces(options: PlanOptions, { fromBlock, toBlock }: Range): Promise<Map<string, number>> {
  const { node, registryAddress: address, signal } = options;
  const wanted = new Set(options.agentIds);
  const agentTopics = options.agentIds
    .filter((agentId) => agentId !== NO_AGENT)
    .map((agentId) => numberToHex(agentId, { size: 32 }));
  const asked: unknown[][] = agentTopics.length === 0 ? [] : [[null, agentTopics]];
  if (wanted.has(NO_AGENT)) asked.push([PERSON_TOPICS]);
  const range = { fromBlock: toQuantity(fromBlock), toBlock: toQuantity(toBlock) };
  const places: [block: number, logIndex: number][] = [];
  for (const topics of asked) {
    const answer = await node.request("eth_getLogs", [{ address, ...range, topics }], signal);
    for (const log of validateLogs(answer, { address, fromBlock, toBlock })) {
      // Other events have an address where these have an agent, which may be as small a number.
      const event = decodeEvent(log);
      if (event !== null && wanted.has(event.agentId)) places.push([log.blockNumber, log.logIndex]);
    }
  }
  return toPlaces(places);
}

/** Blocks by the place of a log. */
function toPlaces(places: [block: number, logIndex: number][]): Map<string, number> {
  return new Map(places.map(([block, logIndex]) => [`${block} ${logIndex}`, block]));
}

/** What is taken back is one transaction: some seconds on SQLite, in which nothing else is answered. */
const MAX_TAKEN_BACK = 50_000;

/**
 * Where the index stood at any block, of which it need not have kept the hash: filings are numbered without gaps and
 * in the order of their blocks. Undefined if more would have to be taken back than one transaction should hold.
 */
export async function findRewindRow(db: Kysely<IndexSchema>, block: NewBlock): Promise<BlockRow | undefined> {
  const newest = await findNewestBlock(db);
  if (newest === undefined || newest.number <= block.number) return undefined;
  let [low, high] = [0, newest.last_sequence];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const filing = await db
      .selectFrom("filings")
      .select("block_number")
      .where("sequence", "=", middle)
      .executeTakeFirst();
    if (filing === undefined) return undefined;
    if (filing.block_number <= block.number) low = middle;
    else high = middle - 1;
  }
  if (newest.last_sequence - low > MAX_TAKEN_BACK) return undefined;
  const { registered } = await db
    .selectFrom("filings")
    .select((eb) => eb.fn.countAll<number>().as("registered"))
    .where("sequence", ">", low)
    .where("kind", "=", toKindNumber("registered"))
    .executeTakeFirstOrThrow();
  return { ...block, last_sequence: low, last_agent_id: newest.last_agent_id - Number(registered) };
}
