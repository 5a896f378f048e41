import type { RegisterFiling } from "@agent-registry/protocol";
import type { Engine } from "@agent-registry/service";
import { type Kysely, sql } from "kysely";
import type { Address } from "viem";
import type { IndexSchema } from "../schema.ts";
import { ofData } from "./read-certificates.ts";
import { toRegisterFilings } from "./to-filing.ts";

/**
 * Of the whole register, of one agent, or of the agents that name a person, in lower case, as Haftungsperson; with the
 * handovers that asked for the person or took an agent over from it, and what was certified about the person.
 */
type FilingsOf = "all" | { agentId: number } | { haftungsperson: Address; engine: Engine };

/** Of a person who answers for more, these are the agents registered last. */
const MAX_AGENTS_OF_PERSON = 1_000;

/** The newest filings, newest first. */
export async function readNewestFilings(
  db: Kysely<IndexSchema>,
  { of, limit }: { of: FilingsOf; limit: number },
): Promise<RegisterFiling[]> {
  const newest = db.selectFrom("filings").selectAll("filings").limit(limit);
  const query =
    of === "all"
      ? newest.orderBy("sequence", "desc")
      : "agentId" in of
        ? newest.where("agent_id", "=", of.agentId).orderBy("position", "desc")
        : newest.where("sequence", "in", sequencesOfPerson(db, { ...of, limit })).orderBy("sequence", "desc");
  return toRegisterFilings(db, await query.execute());
}

/**
 * What its agents filed last, handovers that asked for the person or took an agent over from it, and what was certified
 * about it.
 */
function sequencesOfPerson(
  db: Kysely<IndexSchema>,
  { haftungsperson, engine, limit }: { haftungsperson: string; engine: Engine; limit: number },
) {
  const agents = db
    .selectFrom("agents")
    .select(["agent_id", "filing_count"])
    .where(sql`lower(haftungsperson)`, "=", haftungsperson)
    .orderBy("agent_id", "desc")
    .limit(MAX_AGENTS_OF_PERSON)
    .as("named");
  const handovers = db
    .selectFrom("filings")
    .select("sequence")
    // Literally as in the index `handovers_by_person` of the tables, or the database would not use it.
    .where(sql<boolean>`kind in (9, 10)`)
    .where(sql`case kind when 9 then substr(data, 76, 42) else substr(data, 23, 42) end`, "=", haftungsperson)
    .orderBy("sequence", "desc")
    .limit(limit)
    .as("handovers");
  const certificates = db
    .selectFrom("filings")
    .select("sequence")
    .where(sql<boolean>`kind in (14, 15, 16)`)
    .where(ofData(engine, "person"), "=", haftungsperson)
    .orderBy("sequence", "desc")
    .limit(limit)
    .as("certificates");
  return db
    .selectFrom(agents)
    .innerJoin("filings as filed", (join) =>
      join
        .onRef("filed.agent_id", "=", "named.agent_id")
        .on("filed.position", ">=", sql<number>`named.filing_count - ${sql.lit(limit)}`),
    )
    .select("filed.sequence")
    .unionAll(db.selectFrom(handovers).select("handovers.sequence"))
    .unionAll(db.selectFrom(certificates).select("certificates.sequence"))
    .orderBy("sequence", "desc")
    .limit(limit * 2);
}
