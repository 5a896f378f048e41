import type { MigrationStep } from "@agent-registry/service";
import { sql } from "kysely";

/**
 * For the status lists, which ask about agents whose parties have changed within the last day: what parties say (from
 * kind 6 on) by its time, without the attestations and reports, which are most of all filings.
 */
export const addPartyChanges: MigrationStep = async (db) => {
  await sql`create index filings_of_parties on filings (timestamp, agent_id, kind) where kind >= 6`.execute(
    db,
  );
};
