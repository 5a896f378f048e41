import assert from "node:assert/strict";
import { it } from "node:test";
import { sql } from "kysely";
import { pad } from "viem";
import type { RegistryEvent } from "../chain/decode-event.ts";
import { applyEvent } from "../index/apply/apply-event.ts";
import { createChange } from "../index/apply/change.ts";
import { createIndexWriter } from "../index/apply/index-writer.ts";
import type { PublishOp, WriteOp } from "../index/apply/leader-session.ts";
import { findAgents } from "./find-agents.ts";
import type { LeaderDatabase } from "./leader-database.ts";
import { dumpTables } from "./test-index.ts";
import { lead } from "./test-leadership.ts";
import { testRegistration } from "./test-registration.ts";
import { testAddress } from "./test-rows.ts";

const HASH = pad("0x01", { size: 32 });
const SOMEBODY = testAddress(0xa1).toLowerCase();
const registered: RegistryEvent = {
  agentId: 1,
  actor: SOMEBODY,
  blockNumber: 5,
  logIndex: 0,
  blockHash: HASH,
  transactionHash: HASH,
  timestamp: 5,
  ...testRegistration(),
};

/** What a leader writes: on every engine the same. */
export function testLeaderWrites(index: () => LeaderDatabase): void {
  it("each kind of write does what it says, and no more", async () => {
    const session = await lead(await index().createLeader());
    const row = (number: number, hash: string) => ({
      number,
      hash,
      timestamp: number,
      last_sequence: 0,
      last_agent_id: 0,
    });
    const table = "blocks" as const;
    const [a, b] = ["0xaa", "0xbb"];
    const after = async (...ops: WriteOp[]) => {
      await session.transact(ops);
      const rows = await index().db.selectFrom("blocks").selectAll().orderBy("number").execute();
      return rows.map((found) => [found.number, found.hash, found.timestamp]);
    };
    const four = [1, 2, 3, 4].map((number) => row(number, a));
    const all = four.map(({ number, hash }) => [number, hash, number]);
    assert.deepEqual(await after({ op: "insert", table, rows: four }), all);
    await assert.rejects(session.transact([{ op: "insert", table, rows: [row(4, b)] }]));
    assert.deepEqual(await after(), all);
    const upserted = { op: "upsert", table, rows: [row(4, b), row(5, b)] } satisfies WriteOp;
    assert.deepEqual((await after(upserted)).slice(2), [
      [3, a, 3],
      [4, b, 4],
      [5, b, 5],
    ]);
    // Only the named columns, only of rows that exist.
    const updated = [
      { number: 1, hash: b, timestamp: 9 },
      { number: 7, hash: b },
    ];
    const columns = ["hash" as const];
    assert.deepEqual((await after({ op: "update", table, rows: updated, columns }))[0], [1, b, 1]);
    const remaining = async (op: WriteOp) => (await after(op)).map(([number]) => number);
    const keys = [{ number: 2 }, { number: 7 }];
    assert.deepEqual(await remaining({ op: "delete", table, keys }), [1, 3, 4, 5]);
    for (const op of ["insert", "upsert"] as const)
      assert.deepEqual(await remaining({ op, table, rows: [] }), [1, 3, 4, 5]);
    assert.deepEqual(await remaining({ op: "update", table, rows: [], columns }), [1, 3, 4, 5]);
    assert.deepEqual(await remaining({ op: "delete", table, keys: [] }), [1, 3, 4, 5]);
    const column = "number" as const;
    assert.deepEqual(await remaining({ op: "delete-above", table, column, limit: 4 }), [1, 3, 4]);
    assert.deepEqual(await remaining({ op: "delete-below", table, column, limit: 3 }), [3, 4]);
    const loaded = await session.load(table, [{ number: 4 }, { number: 9 }], ["number", "hash"]);
    assert.deepEqual(
      loaded.map((found) => ({ ...found })),
      [{ number: 4, hash: b }],
    );
    assert.deepEqual(await session.load(table, [], ["number"]), []);
    assert.deepEqual(await remaining({ op: "clear", table }), []);
  });

  it("rows with keys of several columns are told apart by all of them", async () => {
    const session = await lead(await index().createLeader());
    const table = "agent_counts" as const;
    const rows = [
      { kind: "status", name: "0", agents: 1 },
      { kind: "status", name: "1", agents: 2 },
      { kind: "generation", name: "0", agents: 3 },
    ];
    await session.transact([{ op: "insert", table, rows }]);
    await session.transact([
      { op: "upsert", table, rows: [{ kind: "status", name: "0", agents: 7 }] },
      { op: "delete", table, keys: [{ kind: "status", name: "1" }] },
    ]);
    const keys = rows.map(({ kind, name }) => ({ kind, name }));
    const loaded = await session.load(table, keys, ["kind", "name", "agents"]);
    assert.deepEqual(loaded.map(({ kind, name, agents }) => [kind, name, agents]).toSorted(), [
      ["generation", "0", 3],
      ["status", "0", 7],
    ]);
  });

  it("a search finds agents once they are written, and none that were removed", async () => {
    const session = await lead(await index().createLeader());
    const table = "agents" as const;
    const change = createChange({ agents: [], lastSequence: 0, lastAgentId: 0 });
    for (const agentId of [1, 2, 3]) {
      const operationalScope = `Buys ${agentId} Flowers`;
      const body = testRegistration({ agentWallet: `0x${agentId}`, operationalScope });
      applyEvent(change, { ...registered, agentId, logIndex: agentId, ...body });
    }
    const agents = change.addedAgents();
    const find = (search: string) => findAgents(index(), search);
    for (const rows of [agents.slice(0, 2), [], agents.slice(2)])
      await session.transact([{ op: "insert", table, rows }]);
    assert.deepEqual([await find("flowers"), await find("buys 2")], [[1, 2, 3], [2]]);
    await session.transact([{ op: "delete", table, keys: [{ agent_id: 2 }, { agent_id: 3 }] }]);
    assert.deepEqual([await find("flowers"), await find("buys 2")], [[1], []]);
    // As after a reorganisation: another agent has the number now.
    const other = agents.slice(1, 2).map((row) => ({ ...row, operational_scope: "Sells Flowers" }));
    await session.transact([{ op: "insert", table, rows: other }]);
    assert.deepEqual([await find("sells flowers"), await find("buys 2")], [[2], []]);
    await session.transact([{ op: "clear", table }]);
    assert.deepEqual(await find("flowers"), []);
  });

  it("what is not known leaves the moment that was published before", async () => {
    const session = await lead(await index().createLeader());
    const found = { nodes_disagree: 1, hashes_unchecked: 1 };
    const values = { head_block: 7, head_timestamp: 70, is_caught_up: 1, problem: "a problem", ...found };
    const publish = (agesMs: PublishOp["agesMs"]) =>
      session.transact([{ op: "publish", table: "sync_status", values, agesMs }]);
    const read = async () => ({
      ...(await index().db.selectFrom("sync_status").selectAll().executeTakeFirstOrThrow()),
    });
    await publish({
      answered_at_ms: 1_000,
      caught_up_at_ms: 2_000,
      compared_at_ms: 3_000,
      published_at_ms: 0,
    });
    const first = await read();
    // PostgreSQL looks at its clock for each of them.
    const assertAge = (atMs: number | null, ageMs: number) => {
      const foundMs = (first.published_at_ms ?? 0) - (atMs ?? 0);
      assert.ok(Math.abs(foundMs - ageMs) < 500, `${foundMs} for ${ageMs}`);
    };
    assertAge(first.answered_at_ms, 1_000);
    assertAge(first.caught_up_at_ms, 2_000);
    assertAge(first.compared_at_ms, 3_000);
    await publish({ answered_at_ms: null, caught_up_at_ms: null, compared_at_ms: null, published_at_ms: 0 });
    const { published_at_ms: _published, ...second } = await read();
    const { published_at_ms: _before, ...before } = first;
    assert.deepEqual(second, before);
    assert.deepEqual(before.head_block, 7);
    assert.deepEqual([before.is_caught_up, before.problem, before.head_timestamp], [1, "a problem", 70]);
    assert.deepEqual([before.nodes_disagree, before.hashes_unchecked], [1, 1]);
  });

  /** Refuses one row of a table, as a full disk or a lost connection would. */
  async function refuse(name: string, table: string, condition: string): Promise<void> {
    const statement =
      index().engine === "postgres"
        ? `alter table ${table} add constraint ${name} check (not (${condition}))`
        : `create trigger ${name} before ${table === "sync_state" ? "update" : "insert"} on ${table}
           when new.${condition} begin select raise(abort, '${name}'); end`;
    await sql.raw(statement).execute(index().db);
  }
  const acceptAgain = (name: string, table: string) =>
    sql
      .raw(
        index().engine === "postgres"
          ? `alter table ${table} drop constraint ${name}`
          : `drop trigger ${name}`,
      )
      .execute(index().db);

  it("a transaction that fails half-way leaves neither events nor checkpoint, whichever fails", async () => {
    const session = await lead(await index().createLeader());
    const { db } = index();
    const writer = createIndexWriter({ session, db, keptBlocks: 256, keptSeconds: 600 });
    const identity = { registryAddress: SOMEBODY, chainId: 1, genesisHash: HASH, startBlock: 1 };
    await writer.startOver({ identity, anchor: { number: 4, hash: HASH, timestamp: 4 } });
    const read = async () => {
      const state = await db.selectFrom("sync_state").select("block_number").executeTakeFirstOrThrow();
      return { tables: await dumpTables(db), block: state.block_number };
    };
    const apply = () =>
      writer.apply({ events: [registered], blocks: [{ number: 5, hash: HASH, timestamp: 5 }] });
    const before = await read();
    for (const [name, table, condition] of [
      ["no_block", "blocks", "number = 5"],
      ["no_checkpoint", "sync_state", "block_number = 5"],
      ["no_event", "filings", "agent_id = 1"],
    ] as const) {
      await refuse(name, table, condition);
      await assert.rejects(apply(), new RegExp(name));
      assert.deepEqual(await read(), before, name);
      await acceptAgain(name, table);
    }
    await apply();
    assert.equal((await read()).block, 5);
  });
}
