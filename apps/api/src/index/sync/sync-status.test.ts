import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createSyncStatus } from "./sync-status.ts";

const POLL_MS = 2_000;
const OUTAGE_MS = 66_000;

function createCaughtUpStatus() {
  let nowMs = 1_000_000;
  const syncStatus = createSyncStatus({
    clock: { now: () => nowMs },
    pollIntervalMs: POLL_MS,
  });
  const isCaughtUp = () => syncStatus.read().isCaughtUp;
  const pass = (ms: number) => {
    nowMs += ms;
  };
  const head = (number: number) => ({ number, timestamp: Math.floor(nowMs / 1000) });
  syncStatus.headSeen(head(10));
  syncStatus.indexed(10);
  syncStatus.reachedHead();
  return { syncStatus, isCaughtUp, pass, head };
}

describe("createSyncStatus", () => {
  it("lets nodes differ for some seconds, as they do while a block is replaced, and then says so", () => {
    const { syncStatus, pass } = createCaughtUpStatus();
    const readDisagreement = () => syncStatus.read().nodesDisagree;
    syncStatus.disagreed();
    pass(4_999);
    syncStatus.disagreed();
    assert.equal(readDisagreement(), false);
    pass(1);
    assert.equal(readDisagreement(), true);
    syncStatus.agreed({ nodes: 2, hashes: "recomputed" });
    assert.equal(readDisagreement(), false);
    syncStatus.disagreed();
    assert.equal(readDisagreement(), false);
  });

  it("knows when nodes were last compared with each other, which one alone is not", () => {
    const { syncStatus, pass } = createCaughtUpStatus();
    assert.equal(syncStatus.read().lastComparedAtMs, null);
    syncStatus.agreed({ nodes: 2, hashes: "recomputed" });
    const comparedAtMs = syncStatus.read().lastComparedAtMs;
    pass(1_000);
    syncStatus.agreed({ nodes: 1, hashes: "as-told" });
    assert.equal(syncStatus.read().lastComparedAtMs, comparedAtMs);
    assert.equal(syncStatus.read().areHashesUnchecked, true);
  });

  it("does not call the index behind for a block that was seen a moment ago", () => {
    const { syncStatus, isCaughtUp, pass, head } = createCaughtUpStatus();
    pass(POLL_MS);
    syncStatus.headSeen(head(11));
    assert.equal(isCaughtUp(), true);
    pass(9_000);
    assert.equal(isCaughtUp(), true);
  });

  it("calls the index behind when a block stays unapplied beyond the grace period", () => {
    const { syncStatus, isCaughtUp, pass, head } = createCaughtUpStatus();
    pass(POLL_MS);
    syncStatus.headSeen(head(11));
    pass(10_001);
    assert.equal(isCaughtUp(), false);
    syncStatus.indexed(11);
    syncStatus.reachedHead();
    assert.equal(isCaughtUp(), true);
  });

  it("calls the index behind at once if nodes answer again after an outage, however few blocks it missed", () => {
    const { syncStatus, isCaughtUp, pass, head } = createCaughtUpStatus();
    pass(OUTAGE_MS);
    syncStatus.headSeen(head(43));
    assert.equal(isCaughtUp(), false);
    assert.equal(syncStatus.read().problem, "The index is at block 10 of 43");
    syncStatus.indexed(43);
    syncStatus.reachedHead();
    assert.equal(isCaughtUp(), true);
  });

  it("does not call the index behind after an outage without a new block", () => {
    const { syncStatus, isCaughtUp, pass, head } = createCaughtUpStatus();
    pass(OUTAGE_MS);
    syncStatus.headSeen(head(10));
    assert.equal(isCaughtUp(), true);
  });

  it("tells an index that is being built from one that is behind, until it has reached the head", () => {
    const { syncStatus, head, pass } = createCaughtUpStatus();
    pass(OUTAGE_MS);
    syncStatus.headSeen(head(1_000));
    assert.deepEqual([syncStatus.read().isCaughtUp, syncStatus.read().isBuilding], [false, false]);
    syncStatus.startedOver();
    syncStatus.headSeen(head(1_000));
    assert.deepEqual([syncStatus.read().isCaughtUp, syncStatus.read().isBuilding], [false, true]);
    syncStatus.indexed(1_000);
    syncStatus.reachedHead();
    assert.deepEqual([syncStatus.read().isCaughtUp, syncStatus.read().isBuilding], [true, false]);
  });

  it("says that the database is gone until a sync step succeeds or fails for another reason", () => {
    const { syncStatus } = createCaughtUpStatus();
    const isDatabaseGone = () => syncStatus.read().isDatabaseGone;
    syncStatus.failed("The database does not answer", { isDatabaseGone: true });
    assert.equal(isDatabaseGone(), true);
    syncStatus.failed("eth_getLogs: HTTP 503", { isDatabaseGone: false });
    assert.equal(isDatabaseGone(), false);
    syncStatus.failed("The database does not answer", { isDatabaseGone: true });
    syncStatus.reachedHead();
    assert.equal(isDatabaseGone(), false);
  });
});
