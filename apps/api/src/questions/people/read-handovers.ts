import {
  AGENT_STATUSES,
  NAMED_AGENTS,
  NAMED_HANDOVERS,
  type PendingHandover,
} from "@agent-registry/protocol";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Address } from "viem";
import type { IndexAtBlock } from "../../index/at-block.ts";
import { toKindNumber } from "../../index/filing-data.ts";
import { toFormerHaftungsperson } from "../../index/parties.ts";
import type { AgentRow, IndexSchema } from "../../index/schema.ts";
import { fromStoredText } from "../../index/stored-values.ts";

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

type HandoverRow = Pick<AgentRow, "agent_id" | "agent_wallet" | "operational_scope" | "haftungsperson"> & {
  total: number;
};

/** Those that the person, in lower case, may take over. */
export async function readPendingHandovers(
  db: Kysely<IndexSchema>,
  address: Address,
): Promise<{ total: number; data: PendingHandover[] }> {
  const { rows } = await toPendingHandovers(address).execute(db);
  const data = rows.map((row) => ({
    agentId: row.agent_id,
    agentWallet: row.agent_wallet as Address,
    operationalScope: fromStoredText(row.operational_scope),
    haftungsperson: row.haftungsperson as Address,
  }));
  return { total: rows[0]?.total ?? 0, data };
}

/** Chosen and counted by the index `agents_by_proposal` alone: any creator can propose any person, any number of times. */
export function toPendingHandovers(address: Address): RawBuilder<HandoverRow> {
  const ended = sql.lit(AGENT_STATUSES.indexOf("Revoked"));
  return sql<HandoverRow>`select agents.agent_id, agent_wallet, operational_scope, haftungsperson, total from
    (select agent_id, count(*) over () as total from agents
      where lower(pending_haftungsperson) = ${address} and status < ${ended}
      order by agent_id limit ${NAMED_HANDOVERS}) as named
    join agents on agents.agent_id = named.agent_id order by agents.agent_id`;
}
