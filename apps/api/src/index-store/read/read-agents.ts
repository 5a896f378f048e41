import { AGENT_STATUSES } from "@agent-registry/protocol";
import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from "kysely";
import type { AgentSort, AgentsFilter, IndexedAgent } from "../index-reader.ts";
import type { IndexSchema } from "../schema.ts";
import { toStoredText } from "../stored-text.ts";
import { toIndexedAgent } from "./to-indexed-agent.ts";

/** So many index entries are skipped in about a millisecond. */
const CHEAP_OFFSET = 5_000;

type AgentsPage = { total: number; agents: IndexedAgent[] };
type Connections = {
  db: Kysely<IndexSchema>;
  /** For queries that may look at every agent; they must not hold up the others. */
  slow: Kysely<IndexSchema>;
};

/** Pages of agents. Ids count up from 1 without gaps, so a page in their order is a range of ids. */
export async function readAgentsPage(connections: Connections, filter: AgentsFilter): Promise<AgentsPage> {
  const search = filter.search?.trim() ?? "";
  if (search !== "") return searchAgents(connections.slow, filter, search);

  const total = await countAgents(connections.db, filter);
  const isByIdAlone = filter.status === undefined && isIdOrder(filter);
  const isCheap =
    isByIdAlone || (filter.offset <= CHEAP_OFFSET && (filter.status === undefined || isIdOrder(filter)));
  const db = isCheap ? connections.db : connections.slow;
  let query = db.selectFrom("agents").selectAll().limit(filter.limit);
  if (isByIdAlone) {
    query =
      filter.order === "asc"
        ? query.where("agent_id", ">", filter.offset)
        : query.where("agent_id", "<=", total - filter.offset);
  } else {
    query = query.offset(filter.offset);
    if (filter.status !== undefined)
      query = query.where("status", "=", AGENT_STATUSES.indexOf(filter.status));
  }
  const { column, direction } = toOrder(filter);
  query = query.orderBy(column, direction);
  if (column !== "agent_id") query = query.orderBy("agent_id", "asc");
  return { total, agents: (await query.execute()).map(toIndexedAgent) };
}

/** Registration times never fall as ids rise, so ascending they are the same order. */
function isIdOrder({ sort, order }: AgentsFilter): boolean {
  return sort === "agentId" || (sort === "registeredAt" && order === "asc");
}

function toOrder(filter: AgentsFilter) {
  const columns = {
    agentId: "agent_id",
    registeredAt: "registered_at",
    lastAttestation: "last_attestation",
  } as const satisfies Record<AgentSort, string>;
  return { column: isIdOrder(filter) ? "agent_id" : columns[filter.sort], direction: filter.order } as const;
}

async function countAgents(db: Kysely<IndexSchema>, { status }: AgentsFilter): Promise<number> {
  const rows = await db.selectFrom("agent_counts").selectAll().where("kind", "=", "status").execute();
  const counted =
    status === undefined ? rows : rows.filter((row) => row.name === String(AGENT_STATUSES.indexOf(status)));
  return counted.reduce((sum, row) => sum + row.agents, 0);
}

/**
 * Looks at every agent: an index over parts of addresses and scopes would not pay for itself. The count is
 * exact. Letters outside ASCII match as they are written.
 */
async function searchAgents(
  db: Kysely<IndexSchema>,
  filter: AgentsFilter,
  search: string,
): Promise<AgentsPage> {
  const status = filter.status;
  const matches = (eb: ExpressionBuilder<IndexSchema, "agents">) =>
    status === undefined
      ? toSearch(eb, search)
      : eb.and([toSearch(eb, search), eb("status", "=", AGENT_STATUSES.indexOf(status))]);
  const { column, direction } = toOrder(filter);
  let page = db.selectFrom("agents").selectAll().where(matches).orderBy(column, direction);
  if (column !== "agent_id") page = page.orderBy("agent_id", "asc");
  const [counted, rows] = await Promise.all([
    db
      .selectFrom("agents")
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .where(matches)
      .executeTakeFirst(),
    page.limit(filter.limit).offset(filter.offset).execute(),
  ]);
  return { total: counted?.total ?? 0, agents: rows.map(toIndexedAgent) };
}

const ADDRESSES = ["agent_wallet", "creator", "haftungsperson"] as const;

/**
 * A search of digits alone means the agent of that number: nearly every address holds such digits. Addresses
 * are searched only if the text can be a part of one.
 */
function toSearch(eb: ExpressionBuilder<IndexSchema, "agents">, search: string): Expression<SqlBool> {
  const literal = toStoredText(search).replace(/[\\%_]/g, (sign) => `\\${sign}`);
  const pattern = `%${literal.replace(/[A-Z]/g, (letter) => letter.toLowerCase())}%`;
  const isNumber = /^\d{1,15}$/.test(search);
  const isOfAddress = !isNumber && /^0x|^[\da-f]{6,}$/i.test(search);
  const columns = ["operational_scope", ...(isOfAddress ? ADDRESSES : [])] as const;
  const parts: Expression<SqlBool>[] = columns.map(
    (column) => sql<SqlBool>`lower(${eb.ref(column)}) like ${pattern} escape '\\'`,
  );
  if (isNumber) parts.push(eb("agent_id", "=", Number(search)));
  return eb.or(parts);
}
