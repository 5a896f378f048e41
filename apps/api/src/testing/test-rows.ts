// A small register for tests of the questions: real rows in a real database, written from a few words.

import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { AGENT_STATUSES, type ChainIdentity, type RevenueReport } from "@agent-registry/protocol";
import { openDatabase } from "@agent-registry/service";
import { type Address, getAddress, type Hex, numberToHex, pad } from "viem";
import { createCounters } from "../index/apply/counters.ts";
import { type FilingData, type FilingKind, toKindNumber } from "../index/filing-data.ts";
import { migrations } from "../index/migrations.ts";
import { toConsentBits, toRefusalBits } from "../index/parties.ts";
import type { Consents, IndexedAgent, Refusals } from "../index/records.ts";
import { type AgentRow, COUNTER_TABLES, type FilingRow, TABLES } from "../index/schema.ts";
import { ADD_TO_SEARCH, toSearchRows, toStoredText } from "../index/stored-values.ts";

/** A time on the test's clock: 2026-03-01T12:00:00Z. */
export const TEST_NOW = 1_772_366_400;

/** Where the made-up agents are registered. */
export const TEST_CHAIN: ChainIdentity = { chainId: 84532, genesisHash: `0x${"ab".repeat(32)}` };

/** At which the index stands. */
export const TEST_BLOCK = { number: 100, hash: `0x${"cd".repeat(32)}`, timestamp: TEST_NOW } as const;

/** Of every block that holds a filing. */
export const TEST_FILING_HASH: Hex = `0x${"f1".repeat(32)}`;

/** The index remembers the times of blocks from this one on. */
const FIRST_REMEMBERED = 60;

/** The chain has a block a second, and the block of `TEST_NOW` is its newest. */
export function toTestTime(block: number): number {
  return TEST_NOW - (TEST_BLOCK.number - block);
}

const toTestBlock = (time: number) => Math.max(1, time - toTestTime(0));

/** An address that is easy to recognise: the number, right-aligned. */
export function testAddress(number: number): Address {
  return getAddress(numberToHex(number, { size: 20 }));
}

export function testAgent(overrides: Partial<IndexedAgent> = {}): IndexedAgent {
  const agentId = overrides.agentId ?? 1;
  return {
    agentId,
    creator: testAddress(0xc0000 + agentId),
    haftungsperson: testAddress(0xb0000 + agentId),
    agentWallet: testAddress(0xa0000 + agentId),
    constitutionHash: pad("0x01", { size: 32 }),
    capabilityHash: pad("0x02", { size: 32 }),
    operationalScope: `Scope of agent ${agentId}`,
    parentAgentId: 0,
    generation: 0,
    selfModifying: false,
    registeredAt: TEST_NOW - 10_000 + agentId,
    lastAttestation: TEST_NOW - 1_000 + agentId,
    lastRevenueReport: 0,
    status: "Active",
    childCount: 0,
    ...overrides,
  };
}

export function testReport(overrides: Partial<RevenueReport> = {}): RevenueReport {
  return {
    amount: 100,
    currency: "USDC",
    category: "research",
    periodStart: "2026-02-01T00:00:00.000Z",
    periodEnd: "2026-02-28T00:00:00.000Z",
    reportedAt: "2026-03-01T00:00:00.000Z",
    ...overrides,
  };
}

type Replacement = { oldWallet: Address; newWallet: Address; timestamp?: number };

/** Another wallet took the place of an agent's; the record had the hashes of `testAgent`. */
export function testReplacement({ oldWallet, newWallet, ...filing }: Replacement): TestFiling {
  const { constitutionHash, capabilityHash } = testAgent();
  return {
    kind: "wallet-changed",
    actor: newWallet,
    ...filing,
    data: {
      oldWallet: oldWallet.toLowerCase(),
      newWallet: newWallet.toLowerCase(),
      before: { consents: 0, refusals: 0, wallet_word: 0, haftungsperson_word: 0, parent_word: 0 },
      constitutionHash,
      capabilityHash,
    },
  };
}

/** What the parties of an agent have said: nothing, if not given. */
type Said = { isWalletReleased?: boolean; consents?: Partial<Consents>; refusals?: Partial<Refusals> };

export type TestFiling = {
  [Kind in FilingKind]: { kind: Kind; data: FilingData[Kind] };
}[FilingKind] & {
  /** In seconds; `TEST_NOW` if not given. */
  timestamp?: number;
  /** The agent's creator if not given. */
  actor?: Address;
  enforcement?: number;
};

export type TestRegister = {
  agents?: IndexedAgent[];
  reports?: Record<number, RevenueReport[]>;
  /** By agent: what was filed after the registration. If not given: what led to the agent's state. */
  filed?: Record<number, TestFiling[]>;
  said?: Record<number, Said>;
  /** By agent: columns that do not follow from the rest. */
  columns?: Record<number, Partial<AgentRow>>;
};

const folder = mkdtempSync(path.join(tmpdir(), "agent-registry-rows-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const template = path.join(folder, "index.sqlite");
await (await openDatabase({ dataDir: folder, fileName: "index.sqlite", migrations })).close();
change(template, (database) => {
  for (let number = FIRST_REMEMBERED; number <= TEST_BLOCK.number; number += 1) {
    const timestamp = toTestTime(number);
    insert(database, "blocks", [
      { number, hash: TEST_BLOCK.hash, last_sequence: 0, last_agent_id: 0, timestamp },
    ]);
  }
  const { chainId, genesisHash } = TEST_CHAIN;
  database.prepare("update sync_state set chain_id = ?, genesis_hash = ?").run(chainId, genesisHash);
});
let files = 0;

/** A new database file with these rows. It is gone when the process ends. */
export function writeTestRows(register: TestRegister): string {
  files += 1;
  const file = path.join(folder, `${files}.sqlite`);
  copyFileSync(template, file);
  const { agents, filings } = toRows(register);
  if (agents.length > 0) change(file, (database) => fill(database, register, { agents, filings }));
  return file;
}

/** In one transaction that no power cut has to survive. */
function change(file: string, write: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(file);
  database.exec("pragma synchronous = off; begin");
  write(database);
  database.exec("commit");
  database.close();
}

type Rows = { agents: AgentRow[]; filings: FilingRow[] };

function fill(database: DatabaseSync, { reports = {} }: TestRegister, { agents, filings }: Rows): void {
  const counters = createCounters();
  for (const agent of agents) {
    counters.countStatus(agent.status, 1);
    counters.countGeneration(agent.generation, 1);
    if (AGENT_STATUSES[agent.status] === "Active") counters.countAttestation(agent.last_attestation, 1);
    const { agent_id: agentId, creator, haftungsperson } = agent;
    for (const report of reports[agentId] ?? []) {
      const timestamp = toSeconds(report.reportedAt);
      counters.countRevenue({ ...report, agentId, creator, haftungsperson, timestamp }, 1);
    }
  }
  insert(database, "agents", agents);
  insert(database, "filings", filings);
  for (const table of COUNTER_TABLES) {
    insert(database, table, counters.settle(table, [], TABLES[table].key).rows);
  }
  database.prepare(ADD_TO_SEARCH.sqlite).run(toSearchRows(agents));
  const lastAgentId = Math.max(...agents.map((agent) => agent.agent_id));
  database.prepare("update blocks set last_sequence = ?, last_agent_id = ?").run(filings.length, lastAgentId);
}

function insert(database: DatabaseSync, table: string, rows: readonly object[]): void {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return;
  const places = columns.map(() => "?").join(", ");
  const statement = database.prepare(`insert into ${table} (${columns.join(", ")}) values (${places})`);
  for (const row of rows) statement.run(...(Object.values(row) as (string | number | null)[]));
}

type Filed = TestFiling & { agentId: number; timestamp: number };

function toRows({ agents = [], reports = {}, filed = {}, said = {}, columns = {} }: TestRegister): Rows {
  const all = agents.flatMap((agent): Filed[] => {
    const { agentId } = agent;
    const later = filed[agentId] ?? [
      ...toUsualFilings(agent),
      ...(reports[agentId] ?? []).map(toReportFiling),
    ];
    const replaced = later.find((filing) => filing.kind === "wallet-changed");
    const registration = toRegistration(agent, replaced?.data.oldWallet ?? agent.agentWallet);
    return [registration, ...later].map((filing) => ({ timestamp: TEST_NOW, ...filing, agentId }));
  });
  const byId = new Map(agents.map((agent) => [agent.agentId, agent]));
  // An agent's registration comes first, whatever the times. Of one time in the order of the agents.
  const filedAt = ({ agentId, timestamp }: Filed) =>
    Math.max(timestamp, byId.get(agentId)?.registeredAt ?? 0);
  all.sort((a, b) => filedAt(a) - filedAt(b));
  const counts = new Map<number, { filings: number; reports: number }>();
  const filingRows = all.map((filing, index): FilingRow => {
    const count = counts.get(filing.agentId) ?? { filings: 0, reports: 0 };
    const isReport = filing.kind === "revenue-reported";
    const row = {
      sequence: index + 1,
      agent_id: filing.agentId,
      position: count.filings,
      report_position: isReport ? count.reports : null,
      block_number: toTestBlock(filing.timestamp),
      block_hash: TEST_FILING_HASH,
      log_index: index,
      transaction_hash: pad(numberToHex(index + 1), { size: 32 }),
      timestamp: filing.timestamp,
      actor: (filing.actor ?? byId.get(filing.agentId)?.creator ?? "0x").toLowerCase(),
      kind: toKindNumber(filing.kind),
      data: JSON.stringify(filing.data),
      enforcement: filing.enforcement ?? null,
    };
    counts.set(filing.agentId, { filings: count.filings + 1, reports: count.reports + (isReport ? 1 : 0) });
    return row;
  });
  const siblings = new Map<number, number>();
  const agentRows = agents.map((agent): AgentRow => {
    const { agentId, parentAgentId } = agent;
    const position = siblings.get(parentAgentId) ?? 0;
    siblings.set(parentAgentId, position + 1);
    return {
      ...toAgentRow(agent, said[agentId] ?? {}),
      child_position: position,
      filing_count: counts.get(agentId)?.filings ?? 0,
      report_count: counts.get(agentId)?.reports ?? 0,
      ...columns[agentId],
    };
  });
  return { agents: agentRows, filings: filingRows };
}

function toAgentRow(agent: IndexedAgent, { isWalletReleased = false, consents, refusals }: Said) {
  return {
    agent_id: agent.agentId,
    creator: agent.creator,
    haftungsperson: agent.haftungsperson,
    agent_wallet: agent.agentWallet,
    constitution_hash: agent.constitutionHash,
    capability_hash: agent.capabilityHash,
    operational_scope: toStoredText(agent.operationalScope),
    scope_hash: null,
    parent_agent_id: agent.parentAgentId,
    generation: agent.generation,
    self_modifying: agent.selfModifying ? 1 : 0,
    registered_at: agent.registeredAt,
    last_attestation: agent.lastAttestation,
    last_revenue_report: agent.lastRevenueReport,
    status: AGENT_STATUSES.indexOf(agent.status),
    consents: toConsentBits({ wallet: false, haftungsperson: false, parent: false, ...consents }),
    refusals: toRefusalBits({ haftungsperson: false, parent: false, ...refusals }),
    wallet_released: isWalletReleased ? 1 : 0,
    suspended_by_refusal: 0,
    pending_haftungsperson: null,
    pending_wallet: null,
    attester: null,
    wallet_word: 0,
    haftungsperson_word: 0,
    parent_word: 0,
    child_count: agent.childCount,
  };
}

function toRegistration(agent: IndexedAgent, agentWallet: string): TestFiling {
  const { haftungsperson, parentAgentId, constitutionHash, capabilityHash } = agent;
  return {
    kind: "registered",
    timestamp: agent.registeredAt,
    data: {
      haftungsperson: haftungsperson.toLowerCase(),
      agentWallet: agentWallet.toLowerCase(),
      parentAgentId,
      constitutionHash,
      capabilityHash,
    },
  };
}

function toUsualFilings({ registeredAt, lastAttestation, status }: IndexedAgent): TestFiling[] {
  const newStatus = AGENT_STATUSES.indexOf(status);
  const attested: TestFiling = {
    kind: "attested",
    timestamp: lastAttestation,
    data: { previousAttestation: registeredAt },
  };
  const changed: TestFiling = {
    kind: "status-changed",
    timestamp: Math.max(registeredAt, lastAttestation),
    data: { oldStatus: 0, newStatus, reason: "" },
  };
  return [...(lastAttestation > registeredAt ? [attested] : []), ...(newStatus === 0 ? [] : [changed])];
}

function toReportFiling({ periodStart, periodEnd, reportedAt, ...report }: RevenueReport): TestFiling {
  const [start, end] = [toSeconds(periodStart), toSeconds(periodEnd)];
  return {
    kind: "revenue-reported",
    timestamp: toSeconds(reportedAt),
    data: { ...report, periodStart: start, periodEnd: end, before: 0 },
  };
}

const toSeconds = (timestamp: string) => Math.floor(Date.parse(timestamp) / 1000);
