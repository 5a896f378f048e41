import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { pad } from "viem";
import type { EventBody, RegistryEvent } from "../../chain/decode-event.ts";
import { type LedSqlite, leadSqlite } from "../../testing/lead-sqlite.ts";
import { testRegistration } from "../../testing/test-registration.ts";
import { testAddress } from "../../testing/test-rows.ts";
import type { BlockRow } from "../schema.ts";
import { InconsistentLogs } from "./change.ts";
import { createIndexWriter, type IndexWriter } from "./index-writer.ts";

const HASH = pad("0x01", { size: 32 });
const ACTOR = testAddress(0xa1).toLowerCase();
const IDENTITY = { registryAddress: ACTOR, chainId: 7, genesisHash: HASH, startBlock: 3 };
const ANCHOR = { number: 100, hash: HASH, timestamp: 10_000 };
const [KEPT_BLOCKS, KEPT_SECONDS, OLDER_HASHES] = [20, 100, 64];

function toEvent(blockNumber: number, agentId: number, body: EventBody): RegistryEvent {
  const place = {
    blockNumber,
    blockHash: HASH,
    timestamp: 10_000 + blockNumber,
    logIndex: 0,
    transactionHash: HASH,
  };
  return { agentId, actor: ACTOR, ...place, ...body };
}
const toBlock = (number: number, timestamp = 10_000 + number) => ({ number, hash: HASH, timestamp });

describe("the index writer", () => {
  let index: LedSqlite;
  let writer: IndexWriter;
  before(async () => {
    index = await leadSqlite();
  });
  after(() => index?.close());
  beforeEach(async () => {
    const kept = { keptBlocks: KEPT_BLOCKS, keptSeconds: KEPT_SECONDS };
    writer = createIndexWriter({ session: index.session, db: index.db, ...kept });
    await writer.startOver({ identity: IDENTITY, anchor: ANCHOR });
  });
  afterEach(() => writer.clear());

  const readNumbers = async () => (await writer.getKnownBlocks()).map((block) => block.number);
  const addBlocks = (rows: { number: number; timestamp: number }[]) =>
    index.session.transact([
      {
        op: "insert",
        table: "blocks",
        rows: rows.map((row) => ({ ...row, hash: HASH, last_sequence: 0, last_agent_id: 0 })),
      },
    ]);

  it("starts over after its anchor, with nothing in it, and knows whose index it is", async () => {
    const before = await writer.getRewindCount();
    await writer.apply({ events: [toEvent(101, 1, testRegistration())], blocks: [toBlock(101)] });
    const identity = { ...IDENTITY, chainId: 8 };
    await writer.startOver({ identity, anchor: { ...ANCHOR, number: 50 } });
    assert.deepEqual(await writer.findIdentity(), identity);
    assert.equal(await writer.getRewindCount(), before + 1);
    assert.deepEqual(
      { ...(await writer.findCheckpoint()) },
      { ...ANCHOR, number: 50, last_sequence: 0, last_agent_id: 0 },
    );
    assert.deepEqual(await index.db.selectFrom("agents").selectAll().execute(), []);
    const state = await index.db.selectFrom("sync_state").selectAll().executeTakeFirstOrThrow();
    assert.equal(state.block_number, 50);
  });

  it("empties itself without forgetting whose index it was, and is then not caught up", async () => {
    await index.db.updateTable("sync_status").set({ is_caught_up: 1, caught_up_at_ms: 5 }).execute();
    await writer.apply({ events: [toEvent(101, 1, testRegistration())], blocks: [toBlock(101)] });
    const before = await writer.getRewindCount();
    await writer.clear();
    assert.equal(await writer.getRewindCount(), before + 1);
    assert.equal(await writer.findCheckpoint(), undefined);
    assert.deepEqual(await writer.findIdentity(), IDENTITY);
    const state = await index.db.selectFrom("sync_state").selectAll().executeTakeFirstOrThrow();
    assert.equal(state.block_number, null);
    const status = await index.db.selectFrom("sync_status").selectAll().executeTakeFirstOrThrow();
    assert.deepEqual([status.is_caught_up, status.caught_up_at_ms], [0, null]);
    await writer.prune();
  });

  it("is of no register until it has address, chain and genesis", async () => {
    for (const column of ["registry_address", "chain_id", "genesis_hash"] as const) {
      await writer.startOver({ identity: IDENTITY, anchor: ANCHOR });
      await index.db
        .updateTable("sync_state")
        .set({ [column]: null })
        .execute();
      assert.equal(await writer.findIdentity(), undefined, column);
    }
    await writer.startOver({ identity: IDENTITY, anchor: ANCHOR });
    await index.db.updateTable("sync_state").set({ start_block: null }).execute();
    assert.equal((await writer.findIdentity())?.startBlock, 0);
  });

  it("counts rewinds one by one, and tells the new count", async () => {
    const before = await writer.getRewindCount();
    assert.equal(await writer.countRewind(), before + 1);
    assert.equal(await writer.getRewindCount(), before + 1);
  });

  it("counts a rewind when it takes blocks back, and keeps the ancestor's row even if it had none", async () => {
    const registered = toEvent(103, 1, testRegistration());
    await writer.apply({ events: [registered], blocks: [toBlock(103)] });
    const before = await writer.getRewindCount();
    const ancestor: BlockRow = { ...toBlock(102), last_sequence: 0, last_agent_id: 0 };
    await writer.undoTo(ancestor);
    assert.equal(await writer.getRewindCount(), before + 1);
    assert.deepEqual({ ...(await writer.findCheckpoint()) }, ancestor);
    assert.deepEqual(await readNumbers(), [102, 100]);
  });

  it("applies nothing to an index without a checkpoint, and takes nothing back from one", async () => {
    await assert.rejects(writer.apply({ events: [], blocks: [] }), /nothing to apply to/);
    const [checkpoint] = await writer.getKnownBlocks();
    await writer.clear();
    await assert.rejects(writer.apply({ events: [], blocks: [toBlock(101)] }), /nothing to apply to/);
    await assert.rejects(writer.undoTo(checkpoint as BlockRow), /nothing to take back/);
  });

  it("notes each event with the block that holds it", async () => {
    const second = testRegistration({ agentWallet: testAddress(0xa2).toLowerCase() });
    await writer.apply({
      events: [toEvent(101, 1, testRegistration()), toEvent(103, 2, second)],
      blocks: [toBlock(101), toBlock(102), toBlock(103)],
    });
    const blocks = await writer.getKnownBlocks();
    assert.deepEqual(
      blocks.map((block) => [block.number, block.last_sequence, block.last_agent_id]),
      [
        [103, 2, 2],
        [102, 1, 1],
        [101, 1, 1],
        [100, 0, 0],
      ],
    );
  });

  it("takes a wallet that is bound twice for logs that contradict the index", async () => {
    const twice = [toEvent(101, 1, testRegistration()), toEvent(101, 2, testRegistration())];
    await assert.rejects(writer.apply({ events: twice, blocks: [toBlock(101)] }), (error: Error) => {
      assert.ok(error instanceof InconsistentLogs);
      assert.equal(error.message, "The index has such a row");
      assert.ok(error.cause instanceof Error);
      return true;
    });
    assert.deepEqual(await readNumbers(), [100]);
  });

  it("does not take another failure of the database for such logs", async () => {
    await index.session.transact([]);
    const failing = createIndexWriter({
      session: { ...index.session, transact: () => Promise.reject(new Error("The disk is full")) },
      db: index.db,
      keptBlocks: KEPT_BLOCKS,
      keptSeconds: KEPT_SECONDS,
    });
    const applied = failing.apply({ events: [], blocks: [toBlock(101)] });
    await assert.rejects(applied, { name: "Error", message: "The disk is full" });
  });

  describe("forgets hashes of blocks", () => {
    const numbers = Array.from({ length: 130 }, (_, i) => 101 + i);

    it("that are older than the kept number, but for the last 64 of them", async () => {
      // All but the last lie far back in time.
      await addBlocks(numbers.map((number) => ({ number, timestamp: 10_000 })));
      await addBlocks([{ number: 231, timestamp: 20_000 }]);
      await writer.prune();
      const oldest = 231 - KEPT_BLOCKS - OLDER_HASHES;
      assert.deepEqual([(await readNumbers()).at(-1), (await readNumbers()).length], [oldest, 232 - oldest]);
    });

    it("that are older than the kept time, but for the last 64 of them", async () => {
      // One a second: those of the last hundred seconds are kept, though they are more than twenty.
      const lasting = Array.from({ length: 230 }, (_, i) => 101 + i);
      await addBlocks(lasting.map((number) => ({ number, timestamp: 20_000 + number })));
      await writer.prune();
      const oldest = 330 - KEPT_SECONDS - OLDER_HASHES;
      assert.deepEqual([(await readNumbers()).at(-1), (await readNumbers())[0]], [oldest, 330]);
    });

    it("never while they are few", async () => {
      await addBlocks(numbers.slice(0, OLDER_HASHES - 1).map((number) => ({ number, timestamp: 10_000 })));
      await addBlocks([{ number: 500, timestamp: 20_000 }]);
      await writer.prune();
      assert.equal((await readNumbers()).length, OLDER_HASHES + 1);
    });
  });
});
