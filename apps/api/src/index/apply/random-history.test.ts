import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { ASSURANCE_LEVELS } from "@agent-registry/protocol";
import { pad, toHex } from "viem";
import { NO_AGENT, type RegistryEvent } from "../../chain/decode-event.ts";
import { type LedSqlite, leadSqlite } from "../../testing/lead-sqlite.ts";
import { createRandom } from "../../testing/random-chain.ts";
import { createRandomHistory, HISTORY_PERSONS, type HistoryState } from "../../testing/random-history.ts";
import { timelineStarts, toStoredAmount } from "../counter-keys.ts";
import { FILING_KINDS } from "../filing-data.ts";
import { readCertificates } from "../read/read-certificates.ts";
import { type BlockRow, type FilingRow, REPLAYED_TABLES, TABLES } from "../schema.ts";
import { toStoredText } from "../stored-values.ts";
import { createIndexWriter, type IndexWriter, type NewBlock } from "./index-writer.ts";

const HISTORIES = process.env.DEEP ? 100 : 2;
const BLOCKS = 60;
const ANCHOR = { number: 9, hash: pad("0x09", { size: 32 }), timestamp: 1_700_000_000 };

let index: LedSqlite;
let writer: IndexWriter;
before(async () => {
  index = await leadSqlite();
  writer = createIndexWriter({ ...index, keptBlocks: 256, keptSeconds: 600 });
});
after(() => index?.close());

/** Every row of every table that the logs lead to, and the checkpoint. */
async function dump(): Promise<Record<string, object[]>> {
  const tables: Record<string, object[]> = {};
  for (const table of REPLAYED_TABLES) {
    let query = index.db.selectFrom(table as "agents").selectAll();
    for (const column of TABLES[table].key) query = query.orderBy(column as "agent_id");
    tables[table] = (await query.execute()).map((row) => ({ ...row }));
  }
  const state = await index.db.selectFrom("sync_state").select("block_number").execute();
  return { ...tables, state: state.map((row) => ({ ...row })) };
}

const startOver = () =>
  writer.startOver({
    identity: { registryAddress: "0x", chainId: 1, genesisHash: "0x", startBlock: 10 },
    anchor: ANCHOR,
  });

type Block = NewBlock & { events: RegistryEvent[]; after: HistoryState };

/** Blocks with events, some with none; several blocks may have one timestamp. */
function createBlocks(seed: number): Block[] {
  const random = createRandom(seed);
  const history = createRandomHistory(random);
  let { number, timestamp } = ANCHOR;
  return Array.from({ length: BLOCKS }, () => {
    number += 1;
    timestamp += random(3) === 0 ? 0 : random(200_000);
    const hash = pad(toHex(number), { size: 32 });
    const place = { blockNumber: number, blockHash: hash, timestamp };
    const events = Array.from({ length: random(6) }, (_, logIndex) => history.next({ ...place, logIndex }));
    return { number, hash, timestamp, events, after: history.read() };
  });
}

async function applyBlocks(blocks: Block[]): Promise<void> {
  await writer.apply({
    events: blocks.flatMap((block) => block.events),
    blocks: blocks.map(({ number, hash, timestamp }) => ({ number, hash, timestamp })),
  });
}

/** How often each key comes, as rows of the key's columns and a count, in the order of the keys. */
function count<K extends object>(keys: K[]): (K & { agents: number })[] {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(JSON.stringify(key), (counts.get(JSON.stringify(key)) ?? 0) + 1);
  return [...counts].map(([key, agents]) => ({ ...(JSON.parse(key) as K), agents }));
}

function sum<K extends object>(entries: { key: K; amount: number }[]) {
  const sums = new Map<string, { amount: bigint; reports: number }>();
  for (const { key, amount } of entries) {
    const before = sums.get(JSON.stringify(key)) ?? { amount: 0n, reports: 0 };
    sums.set(JSON.stringify(key), { amount: before.amount + BigInt(amount), reports: before.reports + 1 });
  }
  return [...sums].map(([key, { amount, reports }]) => ({
    ...(JSON.parse(key) as K),
    amount: toStoredAmount(amount),
    reports,
  }));
}

/** The counts and sums as they follow from the agents and their reports alone. */
function toExpected({ agents, reports }: HistoryState): Record<string, object[]> {
  const active = agents.filter((agent) => agent.status === 0);
  const stored = reports.map((report) => ({
    ...report,
    currency: toStoredText(report.currency),
    category: toStoredText(report.category),
  }));
  return {
    agents,
    agent_counts: [
      ...count(agents.map((agent) => ({ kind: "status", name: String(agent.status) }))),
      ...count(agents.map((agent) => ({ kind: "generation", name: String(agent.generation) }))),
    ],
    attestation_counts: [3_600, 60, 1].flatMap((width) =>
      count(active.map(({ last_attestation: at }) => ({ width, start: Math.floor(at / width) * width }))),
    ),
    revenue_totals: sum(
      stored.flatMap(({ currency, category, amount }) => [
        { key: { kind: "currency", name: currency }, amount },
        { key: { kind: "category", name: category }, amount },
        { key: { kind: `category in ${currency}`, name: category }, amount },
      ]),
    ),
    revenue_periods: sum(
      stored.flatMap(({ currency, amount, timestamp }) =>
        timelineStarts(timestamp).map(([period, start]) => ({ key: { period, start, currency }, amount })),
      ),
    ),
    agent_revenue: sum(
      stored.map(({ agentId, currency, amount }) => ({ key: { agent_id: agentId, currency }, amount })),
    ),
    person_revenue: sum(
      stored.flatMap(({ agentId, currency, amount }) =>
        (["creator", "haftungsperson"] as const).map((role) => {
          const person = agents[agentId - 1]?.[role].toLowerCase();
          return { key: { role, person, currency }, amount };
        }),
      ),
    ),
  };
}

const sorted = (rows: object[]) =>
  rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted();

async function assertHolds(blocks: Block[]): Promise<void> {
  const state = blocks.at(-1)?.after ?? {
    ...{ agents: [], reports: [], filings: 0, retired: new Map() },
    ...{ certificates: new Map(), notaries: new Set() },
  };
  const found = await dump();
  for (const [table, rows] of Object.entries(toExpected(state)))
    assert.deepEqual(sorted(found[table] ?? []), sorted(rows), table);
  const events = blocks.flatMap((block) => block.events);
  const [positions, reports] = [new Map<number, number>(), new Map<number, number>()];
  const next = (counts: Map<number, number>, agentId: number) => {
    counts.set(agentId, (counts.get(agentId) ?? -1) + 1);
    return counts.get(agentId);
  };
  assert.deepEqual(
    (found.filings ?? []).map(
      ({ data: _data, enforcement: _action, ...filing }: Partial<FilingRow>) => filing,
    ),
    events.map((event, i) => ({
      sequence: i + 1,
      agent_id: event.agentId,
      position: event.agentId === NO_AGENT ? i + 1 : next(positions, event.agentId),
      report_position: event.kind === "revenue-reported" ? next(reports, event.agentId) : null,
      block_number: event.blockNumber,
      block_hash: event.blockHash,
      log_index: event.logIndex,
      transaction_hash: event.transactionHash,
      timestamp: event.timestamp,
      actor: event.actor,
      kind: FILING_KINDS.indexOf(event.kind),
    })),
  );
  const standing = await readCertificates({ ...index, engine: "sqlite" }, HISTORY_PERSONS, events.length);
  assert.deepEqual(
    new Map(
      [...standing.values()].flat().map(({ person, notary, level, isAccepted, isAccredited }) => {
        const key = `${person} ${notary}`.toLowerCase();
        return [key, { level: 1 + ASSURANCE_LEVELS.indexOf(level), isAccepted, isAccredited }];
      }),
    ),
    new Map(
      [...state.certificates].map(([key, certificate]) => {
        const isAccredited = state.notaries.has(key.slice(-42));
        return [key, { ...certificate, isAccredited }];
      }),
    ),
  );
  assert.deepEqual(found.state, [{ block_number: blocks.at(-1)?.number ?? ANCHOR.number }]);
  const rows = [{ ...ANCHOR, after: { agents: [], filings: 0 } }, ...blocks];
  assert.deepEqual(
    found.blocks,
    rows.map(({ number, hash, timestamp, after: { agents, filings } }) => ({
      number,
      hash,
      last_sequence: filings,
      last_agent_id: agents.length,
      timestamp,
    })),
  );
}

describe("random histories", () => {
  const kinds = new Set<string>();

  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    it(`lead to what follows from them, and are taken back exactly (history ${seed})`, async () => {
      const blocks = createBlocks(seed);
      for (const { kind } of blocks.flatMap((block) => block.events)) kinds.add(kind);
      const random = createRandom(seed);
      await startOver();
      // Forward in batches of any size, and from each batch back to some block before it and forward again.
      for (let at = 0; at < blocks.length; ) {
        const to = Math.min(blocks.length, at + 1 + random(20));
        await applyBlocks(blocks.slice(at, to));
        await assertHolds(blocks.slice(0, to));
        const back = random(to + 1);
        const rows = (await dump()).blocks as BlockRow[];
        await writer.undoTo(rows[back] as BlockRow);
        await assertHolds(blocks.slice(0, back));
        if (back < to) await applyBlocks(blocks.slice(back, to));
        await assertHolds(blocks.slice(0, to));
        at = to;
      }
    });
  }

  it("hold every kind of event", () => {
    assert.deepEqual([...kinds].sort(), [...FILING_KINDS].sort());
  });
});
