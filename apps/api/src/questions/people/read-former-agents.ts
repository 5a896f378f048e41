import { NAMED_AGENTS } from "@agent-registry/protocol";
import { sql } from "kysely";
import type { Address } from "viem";
import type { IndexAtBlock } from "../../index/at-block.ts";
import { toKindNumber } from "../../index/filing-data.ts";
import { toFormerHaftungsperson } from "../../index/parties.ts";

/** Those that the person handed over to another, by an index of handovers alone. One that it took back is not among them. */
export async function readFormerAgents(
  { db, engine }: Pick<IndexAtBlock, "db" | "engine">,
  address: Address,
): Promise<{ total: number; agentIds: number[] }> {
  const { rows } = await sql<{ agent_id: number; total: number }>`
    select agent_id, count(*) over () as total from
    (select distinct filings.agent_id from filings join agents on agents.agent_id = filings.agent_id
      where filings.kind = ${sql.lit(toKindNumber("haftungsperson-changed"))}
      and ${toFormerHaftungsperson(engine)} = ${address} and lower(agents.haftungsperson) <> ${address}) as former
    order by agent_id desc limit ${NAMED_AGENTS}`.execute(db);
  return { total: rows[0]?.total ?? 0, agentIds: rows.map((row) => row.agent_id) };
}
