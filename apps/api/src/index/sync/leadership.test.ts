import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createLogger } from "@agent-registry/service";
import { Registry } from "prom-client";
import { LostLeadership, type PublishOp, type WriteOp } from "../apply/leader-session.ts";
import { createIndexMetrics } from "./index-metrics.ts";
import { createLeadership } from "./leadership.ts";
import { createSyncStatus, type SharedStatus } from "./sync-status.ts";

const LEASE_MS = 10_000;
const MAX_SILENCE_MS = 20_000;
const POLL_MS = 1_000;

/** A lease in memory, on the test's clock. */
function setUp({ mock }: TestContext) {
  mock.timers.enable({ apis: ["setInterval"] });
  const time = { nowMs: 1_000_000 };
  const clock = { now: () => time.nowMs };
  const lease = { untilMs: 0, isStolen: false };
  const node = { hasHead: true };
  const renewals: number[] = [];
  const syncStatus = createSyncStatus({ clock, pollIntervalMs: POLL_MS });
  const session = {
    load: async () => [],
    async transact(_ops: WriteOp[]) {
      if (lease.isStolen) throw new LostLeadership("Another process indexes this database");
      renewals.push(time.nowMs);
      lease.untilMs = time.nowMs + LEASE_MS;
    },
    async release() {
      lease.untilMs = time.nowMs;
    },
  };
  const leadership = createLeadership({
    leader: {
      isFree: async () => lease.untilMs <= time.nowMs,
      tryLead: async ({ freeForMs }) => (lease.untilMs + freeForMs <= time.nowMs ? session : null),
      close: async () => {},
    },
    sharedStatus: { toPublishOp: () => ({}) as PublishOp } as unknown as SharedStatus,
    syncStatus,
    hasHead: async () => node.hasHead,
    pollIntervalMs: POLL_MS,
    leaseMs: LEASE_MS,
    maxSilenceMs: MAX_SILENCE_MS,
    metrics: createIndexMetrics(new Registry()),
    logger: createLogger({ name: "test", level: "silent" }),
    clock,
  });

  return {
    time,
    lease,
    node,
    renewals,
    syncStatus,
    leadership,
    /** Lets seconds pass one by one, with all that happens in them. */
    async pass(seconds: number, eachSecond = () => {}): Promise<void> {
      for (let i = 0; i < seconds; i += 1) {
        time.nowMs += 1_000;
        eachSecond();
        mock.timers.tick(1_000);
        await setImmediate();
      }
    },
  };
}

describe("createLeadership", () => {
  it("renews the lease beside a sync step that takes long, as long as the index makes progress", async (t) => {
    const { leadership, renewals, syncStatus, pass } = setUp(t);
    assert.ok(await leadership.tryLead());
    let block = 0;
    await pass(60, () => {
      block += 1;
      syncStatus.indexed(block);
    });
    assert.ok(leadership.current());
    const gaps = renewals.slice(1).map((atMs, i) => atMs - (renewals[i] ?? 0));
    assert.ok(Math.max(...gaps) < LEASE_MS / 2, `renewed every ${gaps} ms`);
  });

  it("keeps the lease during a long sync step as long as a node tells its head when asked", async (t) => {
    const { leadership, node, pass } = setUp(t);
    assert.ok(await leadership.tryLead());
    await pass(60);
    assert.ok(leadership.current());
    node.hasHead = false;
    await pass(23);
    assert.equal(leadership.current(), null);
  });

  it("gives the lease up if sync steps fail for 20 seconds, whatever head its node tells", async (t) => {
    const { leadership, pass } = setUp(t);
    assert.ok(await leadership.tryLead());
    await pass(1);
    leadership.stepFailed();
    await pass(22);
    assert.equal(leadership.current(), null);
  });

  it("gives the lease up if no node has told its head for 20 seconds, and ends the sync step", async (t) => {
    const { leadership, lease, node, time, syncStatus, pass } = setUp(t);
    const term = await leadership.tryLead();
    await pass(10, () => syncStatus.headSeen({ number: 1, timestamp: 1 }));
    node.hasHead = false;
    await pass(20);
    assert.equal(term?.signal.aborted, false);
    await pass(3);
    assert.equal(term?.signal.aborted, true);
    assert.equal(leadership.current(), null);
    assert.ok(lease.untilMs <= time.nowMs, "the lease is free at once");
  });

  it("lets the others try after it gave up, even if its node tells its head again", async (t) => {
    const { leadership, pass } = setUp(t);
    await leadership.tryLead();
    leadership.stepFailed();
    await pass(22);
    assert.equal(leadership.current(), null);
    assert.equal(await leadership.tryLead(), null);
    await pass(3);
    assert.equal(await leadership.tryLead(), null);
    await pass(1);
    assert.ok(await leadership.tryLead());
  });

  it("takes what nobody else wants, even without a head, but not before", async (t) => {
    const { leadership, lease, node, time, pass } = setUp(t);
    node.hasHead = false;
    lease.untilMs = time.nowMs;
    await pass(9);
    assert.equal(await leadership.tryLead(), null);
    await pass(1);
    assert.ok(await leadership.tryLead());
  });

  it("takes a lease that has run out at once if its node tells its head", async (t) => {
    const { leadership, lease, time, pass } = setUp(t);
    lease.untilMs = time.nowMs + 1_000;
    assert.equal(await leadership.tryLead(), null);
    await pass(1);
    assert.ok(await leadership.tryLead());
  });

  it("ends the sync step as soon as another process has taken over", async (t) => {
    const { leadership, lease, pass } = setUp(t);
    const term = await leadership.tryLead();
    lease.isStolen = true;
    await pass(3);
    assert.equal(term?.signal.aborted, true);
    assert.equal(leadership.current(), null);
  });
});
