import assert from "node:assert/strict";
import { it } from "node:test";
import { systemClock } from "@agent-registry/service";
import { sql } from "kysely";
import { pad } from "viem";
import { createIndexWriter } from "../index/apply/index-writer.ts";
import { createSharedStatus, createSyncStatus } from "../index/sync/sync-status.ts";
import type { LeaderDatabase } from "./leader-database.ts";
import { lead } from "./test-leadership.ts";
import { testAddress } from "./test-rows.ts";

const HASH = pad("0x01", { size: 32 });
const SOMEBODY = testAddress(0xa1).toLowerCase();

/** What followers learn from the leader: on every engine the same. */
export function testPublishedStatus(index: () => LeaderDatabase): void {
  it("what a follower reads is as old as the leader published it, even if their clocks differ", async () => {
    const { db, engine, createLeader } = index();
    const session = await lead(await createLeader());
    await sql`update sync_state set registry_address = ${SOMEBODY}, block_number = 7`.execute(db);
    const shared = { db, engine, registryAddress: SOMEBODY };
    const leaderClock = { now: () => 1_000_000 };
    const syncStatus = createSyncStatus({ clock: leaderClock, pollIntervalMs: 1 });
    const published = {
      ...syncStatus.read(),
      lastAnswerAtMs: leaderClock.now() - 40_000,
      lastCaughtUpAtMs: leaderClock.now() - 50_000,
    };
    const startedAtMs = performance.now();
    const leaderStatus = createSharedStatus({ ...shared, clock: leaderClock });
    await session.transact([leaderStatus.toPublishOp(published)]);
    for (const errorMs of [0, 3_600_000, -3_600_000]) {
      const followerClock = { now: () => Date.now() + errorMs };
      const status = await createSharedStatus({ ...shared, clock: followerClock }).read();
      const nowMs = followerClock.now();
      const passedMs = performance.now() - startedAtMs;
      // Moments are rounded to milliseconds, when they are written and when they are read.
      const assertAge = (atMs: number | null, ageMs: number) => {
        const foundMs = nowMs - (atMs ?? 0);
        assert.ok(foundMs >= ageMs - 2 && foundMs <= ageMs + passedMs + 2, `${foundMs} for ${ageMs}`);
      };
      assertAge(status.lastAnswerAtMs, 40_000);
      assertAge(status.lastCaughtUpAtMs, 50_000);
      assertAge(status.lastReportAtMs, 0);
    }
  });

  it("a follower learns that the index is built anew from the transaction that empties it", async () => {
    const { db, engine, createLeader } = index();
    const session = await lead(await createLeader());
    const writer = createIndexWriter({ session, db, keptBlocks: 256, keptSeconds: 600 });
    const identity = { registryAddress: SOMEBODY, chainId: 1, genesisHash: HASH, startBlock: 1 };
    await writer.startOver({ identity, anchor: { number: 4, hash: HASH, timestamp: 4 } });
    const clock = systemClock;
    const shared = createSharedStatus({ db, engine, registryAddress: SOMEBODY, clock });
    const syncStatus = createSyncStatus({ clock, pollIntervalMs: 1 });
    const publishAndRead = async () => {
      await session.transact([shared.toPublishOp(syncStatus.read())]);
      const { isBuilding, isCaughtUp } = await shared.read();
      return { isBuilding, isCaughtUp };
    };
    syncStatus.headSeen({ number: 4, timestamp: 4 });
    syncStatus.indexed(4);
    syncStatus.reachedHead();
    assert.deepEqual(await publishAndRead(), { isBuilding: false, isCaughtUp: true });
    await writer.clear();
    const { isBuilding, isCaughtUp } = await shared.read();
    assert.deepEqual({ isBuilding, isCaughtUp }, { isBuilding: true, isCaughtUp: false });
    syncStatus.startedOver();
    assert.deepEqual(await publishAndRead(), { isBuilding: true, isCaughtUp: false });
  });
}
