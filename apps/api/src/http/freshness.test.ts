import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { IndexStatus } from "../index/index-status.ts";
import { createFreshness } from "./freshness.ts";

const NOW_MS = 1_000_000_000;

type Limits = { nodeCount?: number; maxHeadAgeSeconds?: number };

function setUp(overrides: Partial<IndexStatus> = {}, limits: Limits = {}) {
  const time = { nowMs: NOW_MS };
  const status: IndexStatus = {
    indexedBlock: 7,
    headBlock: 9,
    headTimestamp: 0,
    lastAnswerAtMs: NOW_MS,
    isCaughtUp: true,
    lastCaughtUpAtMs: NOW_MS,
    isBuilding: false,
    rewindCount: 0,
    problem: null,
    lastReportAtMs: NOW_MS,
    isDatabaseGone: false,
    nodesDisagree: false,
    lastComparedAtMs: null,
    areHashesUnchecked: false,
    ...overrides,
  };
  const freshness = createFreshness({ status: () => status, clock: { now: () => time.nowMs }, ...limits });
  return {
    time,
    status,
    freshness,
    findReason: (maxAgeMs: number) => freshness.findProblem(maxAgeMs)?.reason ?? null,
    /** Lets time pass in which the leader reports and no node answers. */
    pass(ms: number): void {
      time.nowMs += ms;
      status.lastReportAtMs = time.nowMs;
    },
  };
}

describe("freshness", () => {
  it("finds the index fresh while a node has answered within the time, and not after", () => {
    const { pass, findReason, freshness } = setUp();
    pass(60_000);
    assert.equal(findReason(60_000), null);
    pass(1_000);
    assert.equal(findReason(60_000), "no RPC node has answered for 61 seconds");
    assert.equal(findReason(300_000), null);
    assert.equal(freshness.health(), "degraded");
  });

  it("does not find the index fresh before any node has answered, and says why", () => {
    const { freshness } = setUp({ lastAnswerAtMs: null, problem: "connection refused" });
    assert.throws(() => freshness.assertFresh(60_000), {
      status: 500,
      message: "RPC failure: no RPC node has answered yet (connection refused)",
    });
    assert.equal(freshness.health(), "degraded");
  });

  it("does not find the index fresh while it catches up for the first time", () => {
    const { findReason, freshness } = setUp({ isCaughtUp: false, lastCaughtUpAtMs: 0, isBuilding: true });
    assert.equal(findReason(60_000), "the index is being built from the chain (block 7 of 9)");
    assert.equal(freshness.health(), "syncing");
  });

  it("finds the index fresh in the moment between hearing of a block and applying it", () => {
    const { freshness } = setUp({ isCaughtUp: false, lastCaughtUpAtMs: NOW_MS - 59_000 });
    assert.equal(freshness.findProblem(60_000), null);
    assert.equal(freshness.health(), "ok");
  });

  it("does not find the index fresh if nodes answer again but it is an hour behind", () => {
    const { findReason } = setUp({ isCaughtUp: false, lastCaughtUpAtMs: NOW_MS - 3_600_000 });
    assert.equal(findReason(300_000), "the index is still syncing (block 7 of 9)");
  });

  it("blames the process that indexes, not the nodes, if that process has not reported", () => {
    const { time, freshness } = setUp();
    time.nowMs += 61_000;
    assert.deepEqual(freshness.findProblem(60_000), {
      cause: "indexer-silent",
      reason: "the process that indexes has not reported for 61 seconds",
    });
    assert.equal(freshness.health(), "degraded");
  });

  it("blames the database if that is what failed, and health says so at once", () => {
    const { time, freshness } = setUp({ isDatabaseGone: true });
    assert.equal(freshness.findProblem(60_000), null, "what was cached may still be sent");
    assert.equal(freshness.health(), "degraded");
    time.nowMs += 61_000;
    assert.throws(() => freshness.assertFresh(60_000), {
      status: 500,
      message: "Database failure: the index cannot be read",
    });
  });

  it("refuses to answer at once while the nodes disagree, however new what was read before is", () => {
    const { status, freshness } = setUp({ nodesDisagree: true });
    assert.throws(() => freshness.assertFresh(300_000), {
      status: 500,
      message: "RPC failure: the nodes disagree",
    });
    assert.deepEqual(freshness.findReadinessProblem(), {
      cause: "nodes-disagree",
      reason: "the nodes disagree",
    });
    assert.equal(freshness.health(), "degraded");
    status.nodesDisagree = false;
    assert.equal(freshness.findReadinessProblem(), null);
  });

  it("refuses to answer from a head that is older than it may be, and from any if nothing is said", () => {
    const headTimestamp = NOW_MS / 1000 - 61;
    const { status, freshness } = setUp({ headTimestamp }, { maxHeadAgeSeconds: 60 });
    assert.throws(() => freshness.assertFresh(300_000), {
      message: "RPC failure: the newest block of all nodes is 61 seconds old",
    });
    assert.equal(freshness.health(), "degraded");
    status.headTimestamp = headTimestamp + 1;
    assert.equal(freshness.findProblem(300_000), null);
    assert.equal(setUp({ headTimestamp }).freshness.findProblem(300_000), null);
  });

  it("is not ready if for ten minutes no node was compared with another, and answers all the same", () => {
    const { time, pass, status, freshness } = setUp({}, { nodeCount: 2 });
    const pollFor = (ms: number) => {
      pass(ms);
      status.lastAnswerAtMs = time.nowMs;
    };
    pollFor(600_000);
    assert.equal(freshness.findReadinessProblem(), null, "since the start");
    status.lastComparedAtMs = NOW_MS;
    pollFor(1_000);
    assert.deepEqual(freshness.findReadinessProblem(), {
      cause: "nodes-not-compared",
      reason: "no RPC node could be compared with another for 601 seconds",
    });
    assert.equal(freshness.findProblem(300_000), null);
    status.lastComparedAtMs = NOW_MS + 600_000;
    assert.equal(freshness.findReadinessProblem(), null);
  });

  it("has nothing to compare a single node with", () => {
    const { pass, status, freshness } = setUp();
    pass(601_000);
    status.lastAnswerAtMs = NOW_MS + 601_000;
    assert.equal(freshness.findReadinessProblem(), null);
  });

  it("refuses to answer from a replica that lags too far, however fresh the index is", () => {
    const { status, freshness } = setUp();
    status.replicaBehindMs = 11_200;
    assert.deepEqual(freshness.findProblem(600_000), {
      cause: "replica-behind",
      reason: "the read replica is 12 seconds behind",
    });
    assert.equal(freshness.health(), "degraded");
    assert.throws(() => freshness.assertFresh(600_000), {
      message: "RPC failure: the read replica is 12 seconds behind",
    });
    status.isDatabaseGone = true;
    assert.equal(freshness.findProblem(600_000)?.cause, "database-gone", "it was not asked for so long");
  });

  it("finds the index fresh for its lifetime after it fell behind, and not longer", () => {
    const { time, status, freshness } = setUp();
    assert.equal(freshness.findProblem(60_000), null);
    status.isCaughtUp = false;
    assert.equal(freshness.findProblem(60_000), null);
    time.nowMs += 61_000;
    status.lastAnswerAtMs = time.nowMs;
    assert.notEqual(freshness.findProblem(60_000), null);
  });

  it("counts what it tells from when the index was last whole, if that is longer ago than usual", () => {
    const { time, status, freshness } = setUp();
    time.nowMs += 4_000;
    assert.equal(freshness.asOfMs(), time.nowMs);
    time.nowMs += 20_000;
    assert.equal(freshness.asOfMs(), NOW_MS, "no node has answered since");
    status.lastAnswerAtMs = time.nowMs;
    assert.equal(freshness.asOfMs(), NOW_MS, "a node has answered, but nothing of it is applied");
    status.lastCaughtUpAtMs = time.nowMs;
    assert.equal(freshness.asOfMs(), time.nowMs);
  });

  it("takes the later of our clock and the newest block's time for now", () => {
    assert.equal(setUp({ headTimestamp: 5 }).freshness.now(), NOW_MS / 1000);
    assert.equal(setUp({ headTimestamp: 2_000_000 }).freshness.now(), 2_000_000);
  });
});
