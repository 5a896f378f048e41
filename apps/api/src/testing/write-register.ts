import { type Database, openDatabase } from "@agent-registry/service";
import { CompiledQuery, sql } from "kysely";
import { getAddress, type Hex, numberToHex, pad } from "viem";
import { ATTESTATION_WIDTHS, toStoredAmount } from "../index/counter-keys.ts";
import { toKindNumber } from "../index/filing-data.ts";
import { migrations } from "../index/migrations.ts";
import type { AgentRow, FilingRow, IndexSchema, Row, TableName } from "../index/schema.ts";
import { ADD_TO_SEARCH, toSearchRows } from "../index/stored-values.ts";

const CHILDREN = 8;
const CHUNK = 5_000;
const PEOPLE = Array.from({ length: 500 }, (_, index) =>
  getAddress(numberToHex(0xbe0000 + index, { size: 20 })),
);
const HASH: Hex = pad("0x01", { size: 32 });

type WriteOptions = {
  dataDir: string;
  databaseUrl?: string | undefined;
  agents: number;
  /** As it is stored. If not given: believable ones. */
  scopeOf?: (agentId: number) => string;
};

/**
 * Makes a new database with `agents` agents, straight into the index's tables. Each agent has eight children
 * and was attested within the last eight days; every tenth has a revenue report.
 */
export async function writeRegister({ agents, scopeOf = toScope, ...options }: WriteOptions): Promise<void> {
  const database = await openDatabase<IndexSchema>({ ...options, fileName: "index.sqlite", migrations });
  await fillTables({ database, agents, scopeOf, now: Math.floor(Date.now() / 1000) });
  // As autovacuum does within minutes: before, PostgreSQL knows no sizes, and each first read also writes the page.
  if (database.sqlite === undefined) await sql`vacuum (analyze)`.execute(database.db);
  await database.close();
}

const WORK = ["Price monitoring", "Invoice checking", "Route planning", "Contract review", "Claims handling"];
const FIELDS = [
  "spare parts",
  "dairy farms",
  "river freight",
  "hospital wards",
  "used cars",
  "wind parks",
  "notaries",
];
const PLACES = [
  "Bavaria",
  "Lombardy",
  "Catalonia",
  "Tyrol",
  "Silesia",
  "Flanders",
  "Skåne",
  "Umbria",
  "Hesse",
  "Istria",
  "Attica",
];

/** Some words are in every tenth scope, some pairs of them in few, and each number in one of 97. */
export function toScope(agentId: number): string {
  const mixed = Math.imul(agentId, 0x9e3779b1) >>> 0;
  const work = WORK[mixed % WORK.length];
  const field = FIELDS[(mixed >>> 4) % FIELDS.length];
  const place = PLACES[(mixed >>> 8) % PLACES.length];
  return `${work} for ${field} in ${place}, order ${mixed % 99_991}, region ${agentId % 97}`;
}

type RowOptions = { agents: number; scopeOf: (agentId: number) => string; now: number };

/**
 * Wallets are spread as real ones are, and the same for every run. They have decimal digits only: such an
 * address is its own checksummed form, and a million checksums would take longer than writing the register.
 */
export function toWallet(agentId: number): Hex {
  const mixed = (factor: number) => toDigits((Math.imul(agentId, factor) >>> 0) % 100_000_000);
  return `0x${mixed(0x9e3779b1)}${mixed(0x85ebca6b)}${mixed(0xc2b2ae35)}${mixed(0x27d4eb2f)}${toDigits(agentId)}`;
}

async function fillTables({
  database,
  ...options
}: RowOptions & { database: Database<IndexSchema> }): Promise<void> {
  const { agents, now } = options;
  const counts = {
    status: [0, 0, 0, 0],
    generation: new Map<number, number>(),
    attested: new Map<string, number>(),
  };
  const add = createInserter(database);
  for (let start = 1; start <= agents; start += CHUNK) {
    const rows = Array.from({ length: Math.min(CHUNK, agents - start + 1) }, (_, index) =>
      toAgentRow({ agentId: start + index, ...options }),
    );
    for (const { status, generation, last_attestation } of rows) {
      counts.status[status] = (counts.status[status] ?? 0) + 1;
      counts.generation.set(generation, (counts.generation.get(generation) ?? 0) + 1);
      for (const width of status === 0 ? ATTESTATION_WIDTHS : []) {
        const key = `${width} ${last_attestation - (last_attestation % width)}`;
        counts.attested.set(key, (counts.attested.get(key) ?? 0) + 1);
      }
    }
    await add("agents", rows);
    await addToSearch(database, rows);
    await add("filings", rows.filter(({ report_count }) => report_count > 0).map(toFilingRow));
  }
  await add("agent_counts", [
    ...counts.status.map((count, status) => ({ kind: "status", name: String(status), agents: count })),
    ...[...counts.generation].map(([name, count]) => ({
      kind: "generation",
      name: String(name),
      agents: count,
    })),
  ]);
  const attested = [...counts.attested].map(([key, count]) => {
    const [width = 0, start = 0] = key.split(" ").map(Number);
    return { width, start, agents: count };
  });
  for (let start = 0; start < attested.length; start += CHUNK) {
    await add("attestation_counts", attested.slice(start, start + CHUNK));
  }
  const total = { amount: toStoredAmount(BigInt(agents) * 100n), reports: Math.floor(agents / 10) };
  await add("revenue_totals", [
    { kind: "currency", name: "USDC", ...total },
    { kind: "category", name: "research", ...total },
  ]);
  await add("blocks", [
    { number: agents, hash: HASH, last_sequence: agents, last_agent_id: agents, timestamp: now },
  ]);
  await add("revenue_periods", [{ period: "day", start: now - (now % 86_400), currency: "USDC", ...total }]);
}

/** Each agent but the first has one, and each has up to eight children. */
export function toParentId(agentId: number): number {
  return agentId === 1 ? 0 : Math.floor((agentId - 2) / CHILDREN) + 1;
}

export function toAgentRow({ agentId, agents, scopeOf, now }: RowOptions & { agentId: number }): AgentRow {
  const firstChild = (agentId - 1) * CHILDREN + 2;
  const person = PEOPLE[agentId % PEOPLE.length] ?? "";
  return {
    agent_id: agentId,
    creator: person,
    haftungsperson: person,
    agent_wallet: toWallet(agentId),
    constitution_hash: HASH,
    capability_hash: HASH,
    operational_scope: scopeOf(agentId),
    scope_hash: null,
    parent_agent_id: toParentId(agentId),
    child_position: agentId === 1 ? 0 : (agentId - 2) % CHILDREN,
    generation:
      agentId === 1 ? 0 : Math.floor(Math.log((CHILDREN - 1) * (agentId - 1) + 1) / Math.log(CHILDREN)),
    self_modifying: agentId % 5 === 0 ? 1 : 0,
    registered_at: now - 10_000_000 + agentId,
    last_attestation: now - ((agentId * 7_919) % (8 * 86_400)),
    last_revenue_report: 0,
    status: agentId % 20 === 0 ? 1 : 0,
    consents: 7,
    refusals: 0,
    wallet_released: 0,
    suspended_by_refusal: 0,
    pending_haftungsperson: null,
    pending_wallet: null,
    attester: null,
    wallet_word: 0,
    haftungsperson_word: 0,
    parent_word: 0,
    child_count: Math.max(0, Math.min(CHILDREN, agents - firstChild + 1)),
    filing_count: agentId % 10 === 0 ? 1 : 0,
    report_count: agentId % 10 === 0 ? 1 : 0,
  };
}

function toFilingRow(agent: AgentRow): FilingRow {
  const period = { periodStart: agent.registered_at, periodEnd: agent.registered_at + 1, before: 0 };
  return {
    sequence: agent.agent_id,
    agent_id: agent.agent_id,
    position: 0,
    report_position: 0,
    block_number: agent.agent_id,
    log_index: 0,
    block_hash: HASH,
    transaction_hash: HASH,
    timestamp: agent.registered_at,
    actor: agent.creator.toLowerCase(),
    kind: toKindNumber("revenue-reported"),
    data: JSON.stringify({ amount: 1_000, currency: "USDC", category: "research", ...period }),
    enforcement: null,
  };
}

async function addToSearch({ db, engine, sqlite }: Database<IndexSchema>, rows: AgentRow[]): Promise<void> {
  const added = toSearchRows(rows);
  if (sqlite === undefined) await db.executeQuery(CompiledQuery.raw(ADD_TO_SEARCH[engine], [added]));
  else sqlite.prepare(ADD_TO_SEARCH[engine]).run(added);
}

/** Many rows with one statement; on SQLite all of a chunk in one transaction. */
export function createInserter({ db, sqlite }: Database<IndexSchema>) {
  return async function add<T extends TableName>(table: T, rows: Row<T>[]): Promise<void> {
    const [first] = rows;
    if (first === undefined) return;
    if (sqlite === undefined) {
      await sql`insert into ${sql.table(table)}
        select * from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})`.execute(
        db,
      );
      return;
    }
    const columns = Object.keys(first);
    const places = columns.map(() => "?").join(", ");
    const statement = sqlite.prepare(`insert into ${table} (${columns.join(", ")}) values (${places})`);
    sqlite.exec("begin");
    for (const row of rows) statement.run(...(Object.values(row) as (string | number | null)[]));
    sqlite.exec("commit");
  };
}

function toDigits(value: number): string {
  return String(value).padStart(8, "0");
}
