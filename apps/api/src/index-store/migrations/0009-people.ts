import type { Engine, MigrationStep } from "@agent-registry/service";
import { sql } from "kysely";

/**
 * For the people behind agents. The indexes by address now hold what a person's agents are counted and sorted by, so
 * that none of the agents has to be read for it; what agents have reported is summed for each person.
 * The sums begin empty: the next migration has the index filled anew.
 */
export const addPeople: MigrationStep = async (db, engine) => {
  for (const statement of toStatements(engine)) await sql.raw(statement).execute(db);
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
