import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { after, before, beforeEach, describe, it } from "node:test";
import type { Database } from "@agent-registry/service";
import { Registry } from "prom-client";
import { zeroAddress } from "viem";
import { NO_AGENT } from "../chain/decode-event.ts";
import { FILING_KINDS } from "../index/filing-data.ts";
import type { IndexSchema } from "../index/schema.ts";
import { createDataDir, inspect } from "../testing/test-index.ts";
import type { CertificateParties, CheckCertificates } from "./certificates.ts";
import type { Comparison } from "./compare.ts";
import { createReconciliationMetrics } from "./reconciliation-metrics.ts";
import { followChanges, loadWalk } from "./walk.ts";

const HOUR_MS = 3_600_000;

let dataDir: string;
let database: Database<IndexSchema>;
before(async () => {
  dataDir = await createDataDir();
  database = await inspect({ dataDir });
});
after(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  await database.db
    .updateTable("reconciliation")
    .set({ next_agent_id: 1, round_finished_at_ms: null, verified: "[]" })
    .execute();
  for (const table of ["filings", "blocks"] as const) await database.db.deleteFrom(table).execute();
});

/** A register of `agents` agents, all right, of which a call reads at most `inCall`. */
function setUp({ agents, inCall }: { agents: number; inCall: number }) {
  const time = { nowMs: 1_000 * HOUR_MS };
  const checked: number[][] = [];
  const registry = new Registry();
  async function check(agentIds: number[]): Promise<Comparison> {
    const compared = agentIds.filter((agentId) => agentId <= agents).slice(0, inCall);
    checked.push(compared);
    return {
      compared,
      unlike: [],
      block: { number: 9, hash: "0x9", last_agent_id: agents, last_sequence: 9 },
    };
  }
  const clock = { now: () => time.nowMs };
  const metrics = createReconciliationMetrics(registry);
  const certificates: CertificateParties[][] = [];
  const follow = (checkCertificates: CheckCertificates) =>
    followChanges({ db: database.db, clock, intervalMs: 10_000, check, checkCertificates });
  return {
    time,
    checked,
    load: () => loadWalk({ db: database.db, clock, roundMs: 24 * HOUR_MS, metrics, check }),
    certificates,
    follow: () => follow(async () => assert.fail("No filing is about a person")),
    followAll: () => follow(async (parties) => certificates.push(parties) > 0),
    metric: async (name: string) => (await registry.getSingleMetric(name)?.get())?.values[0]?.value,
  };
}

describe("the walk over all agents", () => {
  it("goes on where the last leader stopped, and begins again after the last agent", async () => {
    const { checked, load } = setUp({ agents: 1_200, inCall: 500 });
    const first = await load();
    await first.advance();
    await first.advance();
    const second = await load();
    await second.advance();
    await second.advance();
    assert.deepEqual(
      checked.map((ids) => [ids[0], ids.at(-1)]),
      [
        [1, 500],
        [501, 1_000],
        [1_001, 1_200],
        [1, 500],
      ],
    );
  });

  it("takes as many agents as a call tells, and is due again after its pace", async () => {
    const { checked, load, time } = setUp({ agents: 10_000_000, inCall: 200 });
    const walk = await load();
    assert.equal(walk.isDue(), true);
    await walk.advance();
    assert.equal(checked[0]?.length, 200);
    assert.equal(walk.isDue(), false);
    time.nowMs += 2_000;
    assert.equal(walk.isDue(), true);
  });

  it("tells which share was verified within a day, and that it grows old", async () => {
    const { load, time, metric } = setUp({ agents: 1_000, inCall: 500 });
    const walk = await load();
    await walk.advance();
    assert.equal(await metric("agent_registry_index_verified_share"), 0.5);
    assert.equal(await metric("agent_registry_index_last_full_comparison_timestamp_seconds"), 0);
    time.nowMs += HOUR_MS;
    await walk.advance();
    assert.equal(await metric("agent_registry_index_verified_share"), 1);
    assert.equal(
      await metric("agent_registry_index_last_full_comparison_timestamp_seconds"),
      time.nowMs / 1_000,
    );
    time.nowMs += 24 * HOUR_MS - 1;
    walk.publish();
    assert.equal(await metric("agent_registry_index_verified_share"), 0.5);
    time.nowMs += HOUR_MS;
    walk.publish();
    assert.equal(await metric("agent_registry_index_verified_share"), 0);
  });
});

describe("agents that have changed", () => {
  const file = async (sequence: number, agentId: number, data: object = {}) => {
    const nothing = {
      position: sequence,
      report_position: null,
      log_index: 0,
      block_hash: "",
      transaction_hash: "",
      timestamp: 0,
    };
    const rest = { actor: "", kind: FILING_KINDS.indexOf("attested"), block_number: sequence };
    const { db } = database;
    await db
      .insertInto("filings")
      .values({ sequence, agent_id: agentId, data: JSON.stringify(data), ...nothing, ...rest })
      .execute();
    const block = {
      number: sequence,
      hash: "",
      timestamp: sequence,
      last_sequence: sequence,
      last_agent_id: 2_000,
    };
    await db.insertInto("blocks").values(block).execute();
  };

  it("are compared once after a change, many in one call, and not those of before the start", async () => {
    await file(1, 7);
    const { checked, follow, time } = setUp({ agents: 2_000, inCall: 2 });
    const recent = await follow();
    assert.equal(recent.isDue(), false);
    time.nowMs += 10_000;
    assert.equal(recent.isDue(), true);
    assert.equal(await recent.advance(), false);
    for (const [i, agentId] of [40, 41, 40, 42].entries()) await file(2 + i, agentId);
    assert.equal(await recent.advance(), true);
    assert.equal(recent.isDue(), false);
    assert.equal(await recent.advance(), true);
    assert.equal(await recent.advance(), false);
    assert.deepEqual(checked, [[40, 41], [42]]);
  });

  it("are found after blocks were taken back, whose filings had the same numbers", async () => {
    await file(1, 7);
    await file(2, 8);
    const { checked, follow } = setUp({ agents: 2_000, inCall: 500 });
    const recent = await follow();
    await database.db.deleteFrom("filings").where("sequence", "=", 2).execute();
    await database.db.deleteFrom("blocks").where("number", "=", 2).execute();
    assert.equal(await recent.advance(), false);
    await file(2, 9);
    assert.equal(await recent.advance(), true);
    assert.deepEqual(checked, [[9]]);
  });

  it("are those of agents: a filing about a person or a notary is none of theirs", async () => {
    const { checked, followAll, certificates } = setUp({ agents: 2_000, inCall: 500 });
    const recent = await followAll();
    await file(1, NO_AGENT, { person: "0x1", notary: "0x2" });
    assert.equal(await recent.advance(), true);
    assert.deepEqual(checked.splice(0), []);
    await file(2, 7);
    await file(3, NO_AGENT, { notary: "0x2" });
    assert.equal(await recent.advance(), true);
    assert.deepEqual(checked, [[7]]);
    const ofNotary = { person: zeroAddress, notary: "0x2" };
    assert.deepEqual(certificates, [[{ person: "0x1", notary: "0x2" }], [ofNotary]]);
    assert.equal(await recent.advance(), false);
  });
});
