import assert from "node:assert/strict";
import { it } from "node:test";
import { sql } from "kysely";
import {
  type Leader,
  type LeaderSession,
  LostLeadership,
  type WriteOp,
} from "../index/apply/leader-session.ts";
import { LEASE_MS, type LeaderDatabase } from "./leader-database.ts";

/** A write of blocks with these numbers, of which nothing else matters. */
export const toBlocks = (...numbers: number[]) =>
  ({
    op: "insert",
    table: "blocks",
    rows: numbers.map((number) => ({
      number,
      hash: "0x01",
      timestamp: 1,
      last_sequence: 0,
      last_agent_id: 0,
    })),
  }) satisfies WriteOp;
const ONE_BLOCK = toBlocks(1);

export async function lead(leader: Leader): Promise<LeaderSession> {
  const session = await leader.tryLead({ freeForMs: 0 });
  assert.ok(session);
  return session;
}

/** As if the leader's lease had run out `agoMs` before now. */
export async function letLeaseEnd({ db }: LeaderDatabase, agoMs: number): Promise<void> {
  await db
    .updateTable("sync_state")
    .set({ lease_until_ms: Date.now() - agoMs })
    .execute();
}

export const isLost = (error: unknown) =>
  error instanceof LostLeadership && error.message === "Another process indexes this database";

/** Which process may write to the index: on every engine the same. */
export function testLeadership(index: () => LeaderDatabase): void {
  const readState = () => index().db.selectFrom("sync_state").selectAll().executeTakeFirstOrThrow();
  const countBlocks = async () => (await index().db.selectFrom("blocks").selectAll().execute()).length;

  it("writes nothing once the term was raised behind its back, and does not renew the lease", async () => {
    const session = await lead(await index().createLeader());
    await letLeaseEnd(index(), 0);
    await sql`update sync_state set leader_term = leader_term + 1`.execute(index().db);
    const before = await readState();
    await assert.rejects(session.transact([ONE_BLOCK]), isLost);
    assert.deepEqual({ ...(await readState()) }, { ...before });
    assert.equal(await countBlocks(), 0);
  });

  it("writes nothing after it gave the leadership up, even if nobody has taken it", async () => {
    const leader = await index().createLeader();
    const session = await lead(leader);
    await session.release();
    await assert.rejects(session.transact([ONE_BLOCK]), isLost);
    assert.equal(await countBlocks(), 0);
    assert.equal(await leader.isFree(), true);
  });

  it("another process takes over when the lease has run out, and not before", async () => {
    const [first, second] = [await index().createLeader(), await index().createLeader()];
    const session = await lead(first);
    assert.equal(await second.isFree(), false);
    assert.equal(await second.tryLead({ freeForMs: 0 }), null);
    await letLeaseEnd(index(), 1);
    assert.equal(await second.isFree(), true);
    const { leader_term: termBefore } = await readState();
    await (await lead(second)).transact([ONE_BLOCK]);
    assert.equal((await readState()).leader_term, termBefore + 1);
    await assert.rejects(session.transact([{ ...ONE_BLOCK, op: "upsert" }]), isLost);
    assert.equal(await first.isFree(), false);
  });

  it("every transaction renews the lease, so that a leader at work is not replaced", async () => {
    const [first, second] = [await index().createLeader(), await index().createLeader()];
    const session = await lead(first);
    await letLeaseEnd(index(), 1_000);
    await session.transact([]);
    assert.equal(await second.tryLead({ freeForMs: 0 }), null);
    assert.ok((await readState()).lease_until_ms > Date.now() + LEASE_MS / 2);
  });

  it("a process that is to let others try takes only what has been free for long enough", async () => {
    const [first, second] = [await index().createLeader(), await index().createLeader()];
    await (await lead(first)).release();
    assert.equal(await second.tryLead({ freeForMs: 60_000 }), null);
    await letLeaseEnd(index(), 61_000);
    assert.ok(await second.tryLead({ freeForMs: 60_000 }));
  });
}
