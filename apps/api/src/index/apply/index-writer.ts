import type { Kysely } from "kysely";
import type { RegistryEvent } from "../../chain/decode-event.ts";
import { findNewestBlock } from "../at-block.ts";
import { type BlockRow, type IndexSchema, REPLAYED_TABLES, type Row } from "../schema.ts";
import { applyEvent } from "./apply-event.ts";
import { AGENT_STATE, type Change, createChange, InconsistentLogs } from "./change.ts";
import { type SettledCounter, settleCounters } from "./counters.ts";
import { isUniqueViolation, type LeaderSession, type WriteOp } from "./leader-session.ts";
import { undoFilings } from "./undo-filings.ts";

/** How many hashes are kept of blocks older than those that may still be reorganised. */
const OLDER_HASHES = 64;

type Identity = { registryAddress: string; chainId: number; genesisHash: string; startBlock: number };
export type NewBlock = { number: number; hash: string; timestamp: number };
export type IndexWriter = ReturnType<typeof createIndexWriter>;

/**
 * Writes the index. Tables and checkpoint change in the same transaction, so that they agree even if the
 * process is killed.
 */
export function createIndexWriter(options: {
  session: LeaderSession;
  db: Kysely<IndexSchema>;
  /** A block may be reorganised if it is one of the `keptBlocks` newest, or no older than `keptSeconds`. */
  keptBlocks: number;
  keptSeconds: number;
}) {
  const { session, db, keptBlocks, keptSeconds } = options;

  const findCheckpoint = () => findNewestBlock(db);

  async function getState(): Promise<Row<"sync_state">> {
    return db.selectFrom("sync_state").selectAll().executeTakeFirstOrThrow();
  }

  async function commit(change: Change, ops: WriteOp[]): Promise<void> {
    const writes: WriteOp[] = [
      // In this order a wallet is never bound twice in between: not if it is released and registered anew in one
      // go, and not if both are taken back.
      { op: "delete", table: "agents", keys: change.removedIds().map((agent_id) => ({ agent_id })) },
      ...change
        .changedAgents()
        .map(({ rows, columns }): WriteOp => ({ op: "update", table: "agents", rows, columns })),
      { op: "insert", table: "agents", rows: change.addedAgents() },
      { op: "insert", table: "filings", rows: change.filings },
      ...(await settleCounters({ load: session.load, db, counters: change.counters })).flatMap(toCounterOps),
      ...ops,
    ];
    await session.transact(writes).catch((error) => {
      // Such as a wallet that is registered anew, if the node left out that it was released.
      if (isUniqueViolation(error)) throw new InconsistentLogs("The index has such a row", { cause: error });
      throw error;
    });
  }

  return {
    findCheckpoint,
    getRewindCount: async () => (await getState()).rewinds,

    /** Voids the cached answers of all processes. */
    async countRewind(): Promise<number> {
      const rewinds = (await getState()).rewinds + 1;
      await session.transact([stateOp({ rewinds })]);
      return rewinds;
    },

    async findIdentity(): Promise<Identity | undefined> {
      const row = await getState();
      if (row.registry_address === null || row.chain_id === null || row.genesis_hash === null)
        return undefined;
      return {
        registryAddress: row.registry_address,
        chainId: row.chain_id,
        genesisHash: row.genesis_hash,
        startBlock: row.start_block ?? 0,
      };
    },

    /** Blocks whose hash is known, newest first. */
    async getKnownBlocks(): Promise<BlockRow[]> {
      return db.selectFrom("blocks").selectAll().orderBy("number", "desc").execute();
    },

    /** Applies the events of all blocks after the checkpoint up to the last of `blocks`. */
    async apply({ events, blocks }: { events: RegistryEvent[]; blocks: NewBlock[] }) {
      const checkpoint = await findCheckpoint();
      const last = blocks.at(-1);
      if (checkpoint === undefined || last === undefined) throw new Error("There is nothing to apply to");
      const agents = await session.load("agents", touchedKeys(events), AGENT_STATE);
      const change = createChange({
        agents,
        lastSequence: checkpoint.last_sequence,
        lastAgentId: checkpoint.last_agent_id,
      });
      const rows: BlockRow[] = [];
      let next = 0;
      for (const { number, hash, timestamp } of blocks) {
        for (
          let event = events[next];
          event !== undefined && event.blockNumber <= number;
          event = events[next]
        ) {
          applyEvent(change, event);
          next += 1;
        }
        const { lastSequence, lastAgentId } = change;
        rows.push({ number, hash, last_sequence: lastSequence, last_agent_id: lastAgentId, timestamp });
      }
      await commit(change, [{ op: "insert", table: "blocks", rows }, stateOp({ block_number: last.number })]);
    },

    /** Takes back everything after a block, whose row need not be known. */
    async undoTo(ancestor: BlockRow): Promise<void> {
      const checkpoint = await findCheckpoint();
      if (checkpoint === undefined) throw new Error("There is nothing to take back");
      const change = await undoFilings({ load: session.load, db, checkpoint, ancestor });
      const rewinds = (await getState()).rewinds + 1;
      await commit(change, [
        { op: "delete-above", table: "filings", column: "sequence", limit: ancestor.last_sequence },
        { op: "delete-above", table: "blocks", column: "number", limit: ancestor.number },
        { op: "upsert", table: "blocks", rows: [ancestor] },
        stateOp({ block_number: ancestor.number, rewinds }),
      ]);
    },

    /** Forgets hashes of blocks that are too old to be reorganised. */
    async prune(): Promise<void> {
      const checkpoint = await findCheckpoint();
      if (checkpoint === undefined) return;
      const oldest = await db
        .selectFrom("blocks")
        .select("number")
        .where("number", "<", checkpoint.number - keptBlocks)
        .where("timestamp", "<", checkpoint.timestamp - keptSeconds)
        .orderBy("number", "desc")
        .offset(OLDER_HASHES)
        .limit(1)
        .executeTakeFirst();
      if (oldest === undefined) return;
      await session.transact([
        { op: "delete-below", table: "blocks", column: "number", limit: oldest.number + 1 },
      ]);
    },

    /** Empties the index and starts it anew after `anchor`, in one transaction: no reader sees a mixture. */
    async startOver({ identity, anchor }: { identity: Identity; anchor: NewBlock }) {
      const rewinds = (await getState()).rewinds + 1;
      await session.transact([
        ...emptyOps(),
        { op: "insert", table: "blocks", rows: [{ ...anchor, last_sequence: 0, last_agent_id: 0 }] },
        stateOp({
          registry_address: identity.registryAddress,
          chain_id: identity.chainId,
          genesis_hash: identity.genesisHash,
          start_block: identity.startBlock,
          block_number: anchor.number,
          rewinds,
        }),
      ]);
    },

    /** Empties the index without a new start, since the new chain may not have the contract yet. */
    async clear(): Promise<void> {
      const rewinds = (await getState()).rewinds + 1;
      await session.transact([...emptyOps(), stateOp({ block_number: null, rewinds })]);
    },
  };
}

/** The same transaction publishes to the other processes that the index is not caught up. */
function emptyOps(): WriteOp[] {
  return [
    ...REPLAYED_TABLES.map((table): WriteOp => ({ op: "clear", table })),
    {
      op: "update",
      table: "sync_status",
      rows: [{ id: 1, is_caught_up: 0, caught_up_at_ms: null }],
      columns: ["is_caught_up", "caught_up_at_ms"],
    },
  ];
}

function stateOp(values: Partial<Row<"sync_state">>): WriteOp {
  const columns = Object.keys(values) as (keyof Row<"sync_state">)[];
  return { op: "update", table: "sync_state", rows: [{ ...values, id: 1 }], columns };
}

/** Those that may be there already: of a registration the parent, which for a root is 0, the number of no agent. */
function touchedKeys(events: RegistryEvent[]): { agent_id: number }[] {
  const ids = events.map((event) => (event.kind === "registered" ? event.parentAgentId : event.agentId));
  return [...new Set(ids)].map((agent_id) => ({ agent_id }));
}

function toCounterOps({ table, rows, empty }: SettledCounter): WriteOp[] {
  return [{ op: "upsert", table, rows } as WriteOp, { op: "delete", table, keys: empty }];
}
