import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it, mock } from "node:test";
import { LEASE_MS, type LeaderDatabase, openLeaderDatabase } from "../../testing/leader-database.ts";
import { testLeaderWrites } from "../../testing/test-leader-writes.ts";
import { isLost, lead, letLeaseEnd, testLeadership, toBlocks } from "../../testing/test-leadership.ts";
import { testPublishedStatus } from "../../testing/test-published-status.ts";

describe("the leader (sqlite)", () => {
  let index: LeaderDatabase;
  before(async () => {
    index = await openLeaderDatabase();
  });
  beforeEach(() => index.reset());
  afterEach(() => mock.restoreAll());
  after(() => index?.close());

  testLeadership(() => index);
  testLeaderWrites(() => index);
  testPublishedStatus(() => index);

  /** As if the leader had been killed: the system has freed its lock, and its lease goes on. */
  const leaveLeaseBehind = () => letLeaseEnd(index, -LEASE_MS);
  const createTwo = async () => [await index.createLeader(), await index.createLeader()] as const;

  it("nobody waits for the lease of a leader that was killed, except to let others try first", async () => {
    const [first, second] = await createTwo();
    await (await lead(first)).release();
    await leaveLeaseBehind();
    assert.equal(await second.isFree(), true);
    assert.equal(await second.tryLead({ freeForMs: 60_000 }), null);
    // Neither a look nor a vain try keeps the lock.
    await (await lead(first)).release();
    await leaveLeaseBehind();
    await lead(second);
    assert.equal(await first.isFree(), false);
  });

  it("who takes over from a leader that hangs holds the lock as soon as that one is gone", async () => {
    const [first, second] = await createTwo();
    const hanging = await lead(first);
    await letLeaseEnd(index, 1);
    const session = await lead(second);
    await session.transact([]);
    await hanging.release();
    assert.equal(await first.isFree(), true);
    await session.transact([]);
    assert.equal(await first.isFree(), false);
    await session.transact([]);
    await session.release();
    await leaveLeaseBehind();
    assert.equal(await first.isFree(), true);
  });

  it("gives up a leadership without the lock", async () => {
    const [first, second] = await createTwo();
    await lead(first);
    await letLeaseEnd(index, 1);
    await (await lead(second)).release();
    assert.equal(await first.isFree(), true);
  });

  it("who lost the leadership does not take the lock that it freed itself for that of a killed leader", async () => {
    let nowMs = 5_000;
    mock.method(performance, "now", () => nowMs);
    const [first, second] = await createTwo();
    const session = await lead(first);
    await letLeaseEnd(index, 1);
    await lead(second);
    await assert.rejects(session.transact([]), isLost);
    await session.release();
    const isTaken = async () => !(await first.isFree()) && (await first.tryLead({ freeForMs: 0 })) === null;
    assert.equal(await isTaken(), true);
    nowMs += LEASE_MS - 1;
    assert.equal(await isTaken(), true);
    // By then the new leader has written, or it is gone.
    nowMs += 1;
    assert.equal(await first.isFree(), true);
    await lead(first);
  });

  it("a write that fails, or comes after the leadership was given up, is no sign of another leader", async () => {
    const leader = await index.createLeader();
    const session = await lead(leader);
    await assert.rejects(session.transact([toBlocks(1, 1)]), (error) => !isLost(error));
    await session.release();
    await assert.rejects(session.transact([]), isLost);
    await leaveLeaseBehind();
    assert.equal(await leader.isFree(), true);
  });

  /** Longer than a test may take: SQLite waits synchronously. */
  const WAIT_MS = 20_000;

  it("does not block this process while another one is stopped in the middle of a write", async () => {
    const [writing, following] = [await index.connect(0), await index.connect(1)];
    const [, leader] = await createTwo();
    following.exec(`PRAGMA busy_timeout = ${WAIT_MS}`);
    writing.exec("begin immediate");
    const startedAtMs = performance.now();
    try {
      assert.equal(await leader.tryLead({ freeForMs: 0 }), null);
    } finally {
      writing.exec("rollback");
    }
    assert.ok(performance.now() - startedAtMs < WAIT_MS / 2);
    assert.equal(following.prepare("PRAGMA busy_timeout").get()?.timeout, WAIT_MS);
    await lead(leader);
  });

  it("tells of a failure to take the lease, and does not keep the lock then", async () => {
    const [first, second] = await createTwo();
    const sqlite = await index.connect(0);
    sqlite.exec(`create trigger no_term before update on sync_state when new.leader_term > old.leader_term
      begin select raise(abort, 'no term'); end`);
    try {
      await assert.rejects(first.tryLead({ freeForMs: 0 }), /no term/);
    } finally {
      sqlite.exec("drop trigger no_term");
    }
    await leaveLeaseBehind();
    assert.equal(await second.isFree(), true);
  });

  it("frees the lock even if the lease cannot be given up", async () => {
    const [first, second] = await createTwo();
    const session = await lead(first);
    const sqlite = await index.connect(0);
    sqlite.exec(
      "create trigger no_release before update on sync_state begin select raise(abort, 'full'); end",
    );
    try {
      await assert.rejects(session.release(), /full/);
    } finally {
      sqlite.exec("drop trigger no_release");
    }
    assert.equal(await second.isFree(), true);
  });
});
