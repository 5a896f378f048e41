import type { MigrationStep } from "@agent-registry/service";
import { sql } from "kysely";

/**
 * For how an agent stood at a moment of the past: its last filing of one kind up to then is one step into this index,
 * however much else it filed. Revenue reports (kind 2) do not count for that, and are most of all filings.
 */
export const addPastStandings: MigrationStep = async (db) => {
  await sql`create index filings_of_standing on filings (agent_id, kind, sequence) where kind <> 2`.execute(
    db,
  );
};
