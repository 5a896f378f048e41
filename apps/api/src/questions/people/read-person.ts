import {
  AGENT_STATUSES,
  type AgentStatus,
  NAMED_AGENTS,
  NAMED_CURRENCIES,
  NAMED_HANDOVERS,
  type PersonRole,
} from "@agent-registry/protocol";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Address } from "viem";
import type { IndexAtBlock } from "../../index/at-block.ts";
import { fromStoredAmount } from "../../index/counter-keys.ts";
import { toKindNumber } from "../../index/filing-data.ts";
import { HAFTUNGSPERSON, toFormerHaftungsperson } from "../../index/parties.ts";
import { toIndexedAgent } from "../../index/read/read-agent.ts";
import type { IndexedAgent } from "../../index/records.ts";
import type { AgentRow, IndexSchema } from "../../index/schema.ts";
import { fromStoredText } from "../../index/stored-values.ts";
import { type AgentsFilter, toOrder } from "../agents/read-agents.ts";

/** A person in one of the roles that an agent's record names; the address in lower case. */
export type Person = { role: PersonRole; address: Address };

export type PersonQuery = Omit<AgentsFilter, "search"> & {
  person: Person;
  /** Active agents whose last attestation is at or after this second are compliant. */
  attestedSince: number;
};

/** A page of one person's agents; the rest is about all of them. Lists of ids are cut, highest first. */
export type PersonFindings = Awaited<ReturnType<typeof readPerson>>;

type Source = Pick<IndexAtBlock, "db" | "engine">;

/** A page of one person's agents, and how all of them stand. */
export async function readPerson(source: Source, query: PersonQuery) {
  const { db } = source;
  const agents = await readPage(db, query);
  const sums = await readSums(db, query);
  const lists: NamedList[] = query.person.role === "haftungsperson" ? ["former", "pending"] : [];
  if (sums.byStatus.Revoked > 0) lists.push("revoked");
  const rows = lists.length === 0 ? [] : (await toNamedAgents(source, query.person, lists).execute(db)).rows;
  const inList = (list: NamedList) => rows.filter((row) => row.list === list);
  const highestFirst = (list: NamedList) =>
    inList(list)
      .map((row) => row.agent_id)
      .reverse();
  return {
    agents,
    ...sums,
    revokedIds: highestFirst("revoked"),
    /** Agents that another person has taken over. */
    formerAgents: { total: inList("former")[0]?.total ?? 0, agentIds: highestFirst("former") },
    /** Agents that the person may take over. */
    pendingHandovers: {
      total: inList("pending")[0]?.total ?? 0,
      data: inList("pending").map((row) => ({
        agentId: row.agent_id,
        agentWallet: row.agent_wallet as Address,
        operationalScope: fromStoredText(row.operational_scope),
        haftungsperson: row.haftungsperson as Address,
      })),
    },
  };
}

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

type Counts = Record<AgentStatus | "compliant" | "agreed" | "refused", number>;
type CurrencyRow = { currency: string; amount: string; reports: number; currencies: number };

/**
 * How many agents stand how, and what they have reported, in the currencies with most reports: amounts of different
 * currencies cannot be compared, and one report of a made-up currency could be the largest. The counts stand beside every
 * currency, and alone if there is none.
 */
async function readSums(db: Kysely<IndexSchema>, { person, attestedSince }: PersonQuery) {
  const { role, address } = person;
  const count = (condition: RawBuilder<unknown>) => sql`count(*) filter (where ${condition})`;
  const hasSaid = (column: "consents" | "refusals") =>
    role === "creator" ? sql`false` : sql`${sql.ref(column)} & ${sql.lit(HAFTUNGSPERSON)} <> 0`;
  const statuses = AGENT_STATUSES.map((status) => sql`${count(isIn(status))} as ${sql.id(status)}`);
  const { rows } = await sql<Counts & (CurrencyRow | { currency: null })>`with counted as
    (select ${sql.join(statuses)},
      ${count(sql`${isIn("Active")} and last_attestation >= ${attestedSince}`)} as compliant,
      ${count(hasSaid("consents"))} as agreed, ${count(hasSaid("refusals"))} as refused
      from agents where ${isOf(person)}),
    sums as (select currency, amount, reports, count(*) over () as currencies from person_revenue
      where role = ${role} and person = ${address} order by reports desc, currency limit ${NAMED_CURRENCIES})
    select * from counted left join sums on true order by reports desc, currency`.execute(db);
  const [counts] = rows;
  if (counts === undefined) throw new Error("The database did not count");
  const { Active, Suspended, Revoked, Terminated, compliant, agreed, refused } = counts;
  const sums = rows.filter((row) => row.currency !== null);
  return {
    byStatus: { Active, Suspended, Revoked, Terminated },
    compliant,
    // Both are 0 for creators, who are not asked.
    agreed,
    refused,
    revenue: sums.map(({ currency, amount, reports }) => ({
      currency: fromStoredText(currency),
      amount: fromStoredAmount(amount),
      reports,
    })),
    moreCurrencies: (sums[0]?.currencies ?? 0) - sums.length,
  };
}

/** Agents that an answer names one by one: revoked ones, those handed over to another, those that the person may take over. */
type NamedList = "revoked" | "former" | "pending";
type NamedRow = Pick<AgentRow, "agent_id" | "agent_wallet" | "operational_scope" | "haftungsperson"> & {
  list: NamedList;
  total: number;
};

/**
 * The agents in these lists, lowest numbers first. Each list is chosen and counted by an index alone, cut before anything
 * else is read: any creator can propose any person, any number of times. Of those handed over, one that the person took
 * back is not among them. The agent itself is read if its handover is pending; of the others the number is enough.
 */
export function toNamedAgents(
  { engine }: Pick<Source, "engine">,
  person: Person,
  lists: readonly NamedList[],
): RawBuilder<NamedRow> {
  const { address } = person;
  const chosen = {
    // Their number is known already.
    revoked: sql`select agent_id from agents where ${isOf(person)} and ${isIn("Revoked")}
      order by agent_id desc limit ${NAMED_AGENTS}`,
    former: sql`select distinct filings.agent_id from filings join agents on agents.agent_id = filings.agent_id
      where filings.kind = ${sql.lit(toKindNumber("haftungsperson-changed"))}
      and ${toFormerHaftungsperson(engine)} = ${address} and lower(agents.haftungsperson) <> ${address}`,
    pending: sql`select agent_id from agents where lower(pending_haftungsperson) = ${address}
      and status < ${sql.lit(AGENT_STATUSES.indexOf("Revoked"))}`,
  };
  const cut = {
    revoked: sql`agent_id desc limit ${NAMED_AGENTS}`,
    former: sql`agent_id desc limit ${NAMED_AGENTS}`,
    pending: sql`agent_id limit ${NAMED_HANDOVERS}`,
  };
  const named = lists.map(
    (list) => sql`select * from (select ${sql.lit(list)} as list, agent_id, count(*) over () as total
      from (${chosen[list]}) as chosen order by ${cut[list]}) as ${sql.id(list)}`,
  );
  return sql<NamedRow>`select list, total, named.agent_id, agent_wallet, operational_scope, haftungsperson
    from (${sql.join(named, sql` union all `)}) as named
    left join agents on agents.agent_id = case list when 'pending' then named.agent_id end order by named.agent_id`;
}

function isOf({ role, address }: Person): RawBuilder<unknown> {
  return sql`lower(${sql.ref(role)}) = ${address}`;
}

function isIn(status: AgentStatus | undefined): RawBuilder<unknown> {
  return status === undefined ? sql`true` : sql`+status = ${sql.lit(AGENT_STATUSES.indexOf(status))}`;
}
