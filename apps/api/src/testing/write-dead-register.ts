import { openDatabase, openPostgres } from "@agent-registry/service";
import { sql } from "kysely";
import { toKindNumber } from "../index/filing-data.ts";
import { migrations } from "../index/migrations.ts";
import { type IndexSchema, TABLES } from "../index/schema.ts";

const [ACTIVE, REVOKED, TERMINATED] = [0, 2, 3];
const WEEK = 604_800;
const AGENTS_A_PERSON = 20;
/** One agent in this many has had a change of its parties within the last day: each one every two years. */
const AGENTS_A_PARTY_CHANGE = 700;

type Register = {
  agents: number;
  /** In percent. Nine in ten of the dead have lapsed, the others are terminated or revoked. */
  dead: number;
  /** The newest block's time, in seconds. */
  now: number;
};

type Options = Register & { dataDir: string; databaseUrl?: string | undefined };

/**
 * Makes a new database with `agents` agents, each with its registration and a fate of its own, by the database's own
 * arithmetic: ten million rows that pass through JavaScript would take several times as long.
 */
export async function writeDeadRegister({ dataDir, databaseUrl, ...register }: Options): Promise<void> {
  const place = { dataDir, databaseUrl, fileName: "index.sqlite" };
  const { sqlite, ...database } = await openDatabase<IndexSchema>({ ...place, migrations });
  sqlite?.exec("pragma synchronous = off");
  // Without the limits that a service's queries have.
  const { db, close } =
    databaseUrl === undefined
      ? { ...database, close: async () => {} }
      : openPostgres<IndexSchema>({ databaseUrl, maxConnections: 1, queryTimeoutMs: 0 });
  const isPostgres = sqlite === undefined;
  const run = (statement: string) => sql.raw(statement).execute(db);
  try {
    // An index that is made at the end is made by sorting, which is many times quicker.
    const { rows: indexes } = await sql<{ name: string; text: string }>`${sql.raw(
      isPostgres
        ? `select indexname as name, indexdef as text from pg_indexes
            where tablename in ('agents', 'filings') and indexname not like '%_pkey'`
        : `select name, sql as text from sqlite_master
            where type = 'index' and tbl_name in ('agents', 'filings') and sql is not null`,
    )}`.execute(db);
    for (const { name } of indexes) await run(`drop index ${name}`);
    for (const statement of toStatements(register, isPostgres)) await run(statement);
    for (const { text } of indexes) await run(text);
    if (isPostgres) await run("vacuum (analyze)");
  } finally {
    await close();
    await database.close();
  }
}

function toStatements({ agents, dead, now }: Register, isPostgres: boolean): string[] {
  const numbers = (count: number) =>
    isPostgres
      ? `(select generate_series(1, ${count})::bigint as n) as numbers`
      : `(with recursive counted (n) as (select 1 union all select n + 1 from counted where n < ${count})
          select n from counted) as numbers`;
  const hex = (number: string, digits: number) =>
    isPostgres
      ? `'0x' || lpad(to_hex(${number}), ${digits}, '0')`
      : `'0x' || printf('%0${digits}x', ${number})`;
  const scattered = "(n * 2654435761 % 4294967291)";
  // Two numbers that look random, and as if they had nothing to do with each other.
  const fate = `(${scattered} * (${scattered} % 65521 + 1) % 1000003 % 1000)`;
  const age = `(${scattered} * (${scattered} % 64997 + 3) % 604801)`;
  const isDead = `${fate} < ${dead * 10}`;
  const isEnded = `${fate} < ${dead}`;
  const person = hex(`1000000000 + n % ${Math.max(1, Math.floor(agents / AGENTS_A_PERSON))}`, 40);
  const agent: Record<string, string> = {
    ...Object.fromEntries(Object.keys(TABLES.agents.columns).map((column) => [column, "0"])),
    agent_id: "n",
    creator: person,
    haftungsperson: person,
    agent_wallet: hex("n", 40),
    constitution_hash: hex("1", 64),
    capability_hash: hex("2", 64),
    operational_scope: "'Price monitoring for river freight in Tyrol, order ' || n",
    scope_hash: "null",
    // Those who live attest at any time of their week; the dead have done so last at any time of the year before.
    registered_at: String(now - 60 * WEEK),
    last_attestation: `case when ${isDead} then ${now - WEEK} - ${age} * 50 else ${now} - ${age} * 998 / 1000 end`,
    status: `case when ${isEnded} then case n % 3 when 0 then ${REVOKED} else ${TERMINATED} end else ${ACTIVE} end`,
    consents: "7",
    pending_haftungsperson: "null",
    pending_wallet: "null",
    attester: "null",
    filing_count: "1",
  };
  const filing: Record<string, string> = {
    sequence: "n",
    agent_id: "n",
    position: "0",
    report_position: "null",
    block_number: "1",
    block_hash: hex("1", 64),
    log_index: "n",
    transaction_hash: hex("n", 64),
    timestamp: String(now - 60 * WEEK),
    actor: person,
    kind: String(toKindNumber("registered")),
    data: `'{"haftungsperson":"' || ${person} || '"}'`,
    enforcement: "null",
  };
  const changes = Math.floor(agents / AGENTS_A_PARTY_CHANGE);
  const change = {
    ...filing,
    sequence: `${agents} + n`,
    agent_id: `n * ${AGENTS_A_PARTY_CHANGE}`,
    position: "1",
    timestamp: `${now} - 86400 + n * 86400 / ${changes}`,
    kind: String(toKindNumber("wallet-changed")),
    data: `'{"oldWallet":"' || ${hex("2000000000 + n", 40)} || '"}'`,
  };
  const insert = (table: string, values: Record<string, string>, count: number) =>
    `insert into ${table} (${Object.keys(values)}) select ${Object.values(values)} from ${numbers(count)}`;
  return [
    insert("agents", agent, agents),
    insert("filings", filing, agents),
    insert("filings", change, changes),
    `insert into blocks values (1, ${hex("1", 64)}, ${agents + changes}, ${agents}, ${now})`,
    `update sync_state set chain_id = 84532, genesis_hash = ${hex("1", 64)}`,
  ];
}
