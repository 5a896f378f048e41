import { openDatabase } from "@agent-registry/service";
import { sql } from "kysely";
import { type Address, numberToHex, pad } from "viem";
import { type FilingData, type FilingKind, toKindNumber } from "../index/filing-data.ts";
import { migrations } from "../index/migrations.ts";
import { openAskedIndex } from "../index/read/open-asked-index.ts";
import type { FilingRow, IndexSchema } from "../index/schema.ts";
import { createVouching } from "../reconcile/doubts.ts";
import { createInserter, toAgentRow, toWallet } from "./write-register.ts";

const CHUNK = 5_000;
const HASH = pad("0x01", { size: 32 });
const PERSON = numberToHex(0xbe, { size: 20 });
const FIRST_TIME = 1_700_000_000;
const SECONDS_APART = 10;

type PastOptions = {
  dataDir: string;
  databaseUrl?: string | undefined;
  agents: number;
  /** Of each agent, beside its registration. */
  filings: number;
  /** How many revenue reports the first agent has, and how many attestations the second. */
  busyFilings: number;
};

/** A register whose agents have a long past, straight into the index's tables, and look-ups in it. */
export async function openBenchPast(options: PastOptions) {
  const { dataDir, databaseUrl } = options;
  const database = await openDatabase<IndexSchema>({ ...options, fileName: "index.sqlite", migrations });
  const add = createInserter(database);
  const now = Math.floor(Date.now() / 1000);
  for (let start = 1; start <= options.agents; start += CHUNK) {
    const ids = Array.from({ length: Math.min(CHUNK, options.agents - start + 1) }, (_, i) => start + i);
    const scopeOf = (agentId: number) => `Scope of agent ${agentId}`;
    await add(
      "agents",
      ids.map((agentId) => toAgentRow({ agentId, agents: options.agents, scopeOf, now })),
    );
  }
  let chunk: FilingRow[] = [];
  let last: FilingRow | undefined;
  for (const row of toFilings(options)) {
    last = row;
    chunk.push(row);
    if (chunk.length < CHUNK) continue;
    await add("filings", chunk);
    chunk = [];
  }
  await add("filings", chunk);
  if (last === undefined) throw new Error("The register is empty");
  const { sequence, block_number: number, timestamp } = last;
  await add("blocks", [
    { number, hash: HASH, last_sequence: sequence, last_agent_id: options.agents, timestamp },
  ]);
  // PostgreSQL does so by itself, but not at once.
  if (databaseUrl !== undefined) await sql`analyze`.execute(database.db);
  const index = openAskedIndex({
    file: `${dataDir}/index.sqlite`,
    databaseUrl,
    vouching: createVouching([]),
  });
  return {
    filings: sequence,
    firstTime: FIRST_TIME,
    lastTime: timestamp,
    findNow: async (agentId: number) => (await index.lookUps.walletEntry(toWallet(agentId) as Address)).found,
    findAt: async (agentId: number, time: number) =>
      (await index.lookUps.asOf({ wallet: toWallet(agentId) as Address }, { time })).found,
    async close(): Promise<void> {
      await index.close();
      await database.close();
    },
  };
}

type Filed<Kind extends FilingKind = FilingKind> = { [K in Kind]: { kind: K; data: FilingData[K] } }[Kind];

const ATTESTED: Filed = { kind: "attested", data: { previousAttestation: FIRST_TIME } };
const REPORTED: Filed = {
  kind: "revenue-reported",
  data: { amount: 1, currency: "USDC", category: "research", periodStart: 0, periodEnd: 1, before: 0 },
};
const SUSPENDED: Filed = {
  kind: "status-changed",
  data: { oldStatus: 0, newStatus: 1, reason: "Under review" },
};
const REACTIVATED: Filed = { kind: "status-changed", data: { oldStatus: 1, newStatus: 0, reason: "" } };
const CYCLE = [ATTESTED, REPORTED, ATTESTED, SUSPENDED, REACTIVATED];

/** All agents register, then file in turn; between their filings the busy ones file as often as they must. */
function* toFilings({ agents, filings, busyFilings }: PastOptions): Generator<FilingRow> {
  const positions = new Uint32Array(agents + 1);
  const reports = new Uint32Array(agents + 1);
  let sequence = 0;
  function toRow(agentId: number, { kind, data }: Filed): FilingRow {
    sequence += 1;
    const isReport = kind === "revenue-reported";
    return {
      sequence,
      agent_id: agentId,
      position: next(positions, agentId),
      report_position: isReport ? next(reports, agentId) : null,
      block_number: sequence,
      log_index: 0,
      block_hash: HASH,
      transaction_hash: HASH,
      timestamp: FIRST_TIME + sequence * SECONDS_APART,
      actor: PERSON,
      kind: toKindNumber(kind),
      data: JSON.stringify(data),
      enforcement: null,
    };
  }
  const hashes = { constitutionHash: HASH, capabilityHash: HASH };
  for (let agentId = 1; agentId <= agents; agentId += 1) {
    const data = { haftungsperson: PERSON, agentWallet: toWallet(agentId), parentAgentId: 0, ...hashes };
    yield toRow(agentId, { kind: "registered", data });
  }
  const turns = agents * filings;
  let busy = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    yield toRow((turn % agents) + 1, CYCLE[Math.floor(turn / agents) % CYCLE.length] ?? ATTESTED);
    for (; busy < (busyFilings * (turn + 1)) / turns; busy += 1) {
      yield toRow(1, REPORTED);
      yield toRow(2, ATTESTED);
    }
  }
}

/** The number of the agent's next one, from 0. */
function next(counts: Uint32Array, agentId: number): number {
  const count = counts[agentId] ?? 0;
  counts[agentId] = count + 1;
  return count;
}
