import {
  AGENT_STATUSES,
  type AgentStatus,
  NAMED_AGENTS,
  NAMED_CURRENCIES,
  type PersonRole,
} from "@agent-registry/protocol";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Address } from "viem";
import type { IndexAtBlock } from "../../index/at-block.ts";
import { fromStoredAmount } from "../../index/counter-keys.ts";
import { HAFTUNGSPERSON } from "../../index/parties.ts";
import { toIndexedAgent } from "../../index/read/read-agent.ts";
import type { IndexedAgent } from "../../index/records.ts";
import type { AgentRow, IndexSchema } from "../../index/schema.ts";
import { fromStoredText } from "../../index/stored-values.ts";
import { type AgentsFilter, toOrder } from "../agents/read-agents.ts";
import { readFormerAgents } from "./read-handovers.ts";

/** A person in one of the roles that an agent's record names; the address in lower case. */
export type Person = { role: PersonRole; address: Address };

export type PersonQuery = Omit<AgentsFilter, "search"> & {
  person: Person;
  /** Active agents whose last attestation is at or after this second are compliant. */
  attestedSince: number;
};

/** A page of one person's agents; the rest is about all of them. Lists of ids are cut, highest first. */
export type PersonFindings = {
  agents: IndexedAgent[];
  byStatus: Record<AgentStatus, number>;
  compliant: number;
  /** Always 0 for creators, who are not asked. */
  agreed: number;
  refused: number;
  revokedIds: number[];
  revenue: CurrencySum[];
  moreCurrencies: number;
  /** Agents that another person has taken over. */
  formerAgents: { total: number; agentIds: number[] };
};

type Source = Pick<IndexAtBlock, "db" | "engine">;

/** A page of one person's agents, and how all of them stand. */
export async function readPerson({ db, engine }: Source, query: PersonQuery): Promise<PersonFindings> {
  const { person } = query;
  const agents = await readPage(db, query);
  const counts = await readCounts(db, query);
  const revenue = await readPersonRevenue(db, person);
  const formerAgents =
    person.role === "creator" ? NO_AGENTS : await readFormerAgents({ db, engine }, person.address);
  const revokedIds = counts.byStatus.Revoked === 0 ? [] : await readRevokedIds(db, person);
  return { agents, ...counts, ...revenue, revokedIds, formerAgents };
}

const NO_AGENTS = { total: 0, agentIds: [] };

/**
 * Everything that agents are chosen, counted and sorted by stands in the index by person, so that of the agents
 * themselves only those of the page are read. The signs keep both engines from taking the index by status or by time
 * instead, and walking over the whole register.
 */
async function readPage(db: Kysely<IndexSchema>, query: PersonQuery): Promise<IndexedAgent[]> {
  const { person, status, limit, offset } = query;
  const { column, direction } = toOrder(query);
  const order =
    column === "agent_id"
      ? sql`agent_id ${sql.raw(direction)}`
      : sql`+${sql.ref(column)} ${sql.raw(direction)}, agent_id asc`;
  const ids = sql`select agent_id from agents where ${isOf(person)} and ${isIn(status)}
    order by ${order} limit ${limit} offset ${offset}`;
  const { rows } = await sql<AgentRow>`select * from agents where agent_id in (${ids})
    order by ${order}`.execute(db);
  return rows.map(toIndexedAgent);
}

type Counts = Pick<PersonFindings, "byStatus" | "compliant" | "agreed" | "refused">;

async function readCounts(db: Kysely<IndexSchema>, { person, attestedSince }: PersonQuery): Promise<Counts> {
  const count = (condition: RawBuilder<unknown>) => sql`count(*) filter (where ${condition})`;
  const hasSaid = (column: "consents" | "refusals") =>
    person.role === "creator" ? sql`false` : sql`${sql.ref(column)} & ${sql.lit(HAFTUNGSPERSON)} <> 0`;
  const statuses = AGENT_STATUSES.map((status) => sql`${count(isIn(status))} as ${sql.id(status)}`);
  type Row = Record<AgentStatus | "compliant" | "agreed" | "refused", number>;
  const { rows } = await sql<Row>`select ${sql.join(statuses)},
    ${count(sql`${isIn("Active")} and last_attestation >= ${attestedSince}`)} as compliant,
    ${count(hasSaid("consents"))} as agreed, ${count(hasSaid("refusals"))} as refused
    from agents where ${isOf(person)}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("The database did not count");
  const { compliant, agreed, refused, ...byStatus } = row;
  return { byStatus: { ...byStatus }, compliant, agreed, refused };
}

async function readRevokedIds(db: Kysely<IndexSchema>, person: Person): Promise<number[]> {
  const { rows } = await sql<{ agent_id: number }>`select agent_id from agents
    where ${isOf(person)} and ${isIn("Revoked")} order by agent_id desc limit ${NAMED_AGENTS}`.execute(db);
  return rows.map((row) => row.agent_id);
}

function isOf({ role, address }: Person): RawBuilder<unknown> {
  return sql`lower(${sql.ref(role)}) = ${address}`;
}

function isIn(status: AgentStatus | undefined): RawBuilder<unknown> {
  return status === undefined ? sql`true` : sql`+status = ${sql.lit(AGENT_STATUSES.indexOf(status))}`;
}

type CurrencySum = { currency: string; amount: bigint; reports: number };

/**
 * What one person's agents have reported, in the currencies with most reports: amounts of different currencies cannot be
 * compared, and one report of a made-up currency could be the largest.
 */
async function readPersonRevenue(
  db: Kysely<IndexSchema>,
  { role, address }: { role: PersonRole; address: Address },
): Promise<{ revenue: CurrencySum[]; moreCurrencies: number }> {
  const rows = await db
    .selectFrom("person_revenue")
    .select(["currency", "amount", "reports"])
    .select((eb) => eb.fn.countAll<number>().over().as("currencies"))
    .where("role", "=", role)
    .where("person", "=", address)
    .orderBy("reports", "desc")
    .orderBy("currency")
    .limit(NAMED_CURRENCIES)
    .execute();
  return {
    revenue: rows.map(({ currency, amount, reports }) => ({
      currency: fromStoredText(currency),
      amount: fromStoredAmount(amount),
      reports,
    })),
    moreCurrencies: (rows[0]?.currencies ?? 0) - rows.length,
  };
}
