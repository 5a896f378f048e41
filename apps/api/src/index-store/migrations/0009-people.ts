import type { Engine, MigrationStep } from "@agent-registry/service";
import { type Kysely, sql } from "kysely";
import { fromStoredAmount, toStoredAmount } from "../amounts.ts";
import type { IndexSchema, Row } from "../schema.ts";

const CHUNK = 5_000;
const ROLES = ["creator", "haftungsperson"] as const;

/**
 * For the people behind agents. The indexes by address now hold what a person's agents are counted and sorted by, so
 * that none of the agents has to be read for it; what agents have reported is summed for each person.
 */
export const addPeople: MigrationStep = async (db, engine) => {
  for (const statement of toStatements(engine)) await sql.raw(statement).execute(db);
  await fillRevenue(db as Kysely<IndexSchema>);
};

function toStatements(engine: Engine): string[] {
  const int = engine === "sqlite" ? "integer" : "bigint";
  const text = engine === "sqlite" ? "text" : 'text collate "C"';
  const inKeyOrder = engine === "sqlite" ? " without rowid" : "";
  const data = engine === "sqlite" ? "data" : "data::json";
  // PostgreSQL answers from an index alone only if it also holds the column that the expression is made from.
  const toColumns = (role: string, columns: string) =>
    engine === "sqlite"
      ? `(lower(${role}), agent_id, ${columns})`
      : `(lower(${role}), agent_id) include (${role}, ${columns})`;
  const standing = "registered_at, last_attestation, status";
  return [
    "drop index agents_by_creator",
    "drop index agents_by_haftungsperson",
    `create index agents_by_creator on agents ${toColumns("creator", standing)}`,
    `create index agents_by_haftungsperson on agents
      ${toColumns("haftungsperson", `${standing}, consents, refusals`)}`,
    // Handovers are kind 10.
    `create index handovers_by_former on filings ((${data} ->> 'oldHaftungsperson'), agent_id) where kind = 10`,
    `create table person_revenue (role ${text} not null, person ${text} not null, currency ${text} not null,
      amount ${text} not null, reports ${int} not null, primary key (role, person, currency))${inKeyOrder}`,
  ];
}

/** In memory: sums may be larger than SQLite's numbers, and there is one row for a person and a currency. */
async function fillRevenue(db: Kysely<IndexSchema>): Promise<void> {
  const sums = new Map<string, Row<"person_revenue">>();
  let lastId = 0;
  for (;;) {
    const agents = await db
      .selectFrom("agents")
      .select(["agent_id", ...ROLES])
      .where("agent_id", ">", lastId)
      .orderBy("agent_id")
      .limit(CHUNK)
      .execute();
    const last = agents.at(-1);
    if (last === undefined) break;
    const reported = await db
      .selectFrom("agent_revenue")
      .selectAll()
      .where("agent_id", ">", lastId)
      .where("agent_id", "<=", last.agent_id)
      .execute();
    const people = new Map(agents.map((agent) => [agent.agent_id, agent]));
    for (const { agent_id, currency, amount, reports } of reported)
      for (const role of ROLES) {
        const person = people.get(agent_id)?.[role].toLowerCase() ?? "";
        const key = JSON.stringify([role, person, currency]);
        const before = sums.get(key);
        sums.set(key, {
          role,
          person,
          currency,
          amount: toStoredAmount(fromStoredAmount(before?.amount ?? "0") + fromStoredAmount(amount)),
          reports: (before?.reports ?? 0) + reports,
        });
      }
    lastId = last.agent_id;
  }
  const rows = [...sums.values()];
  for (let start = 0; start < rows.length; start += CHUNK)
    await db
      .insertInto("person_revenue")
      .values(rows.slice(start, start + CHUNK))
      .execute();
}
