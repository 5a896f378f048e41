import { AGENT_STATUSES, type AgentStatus } from "@agent-registry/protocol";
import type { Kysely } from "kysely";
import { ATTESTATION_WIDTHS } from "../../index/counter-keys.ts";
import type { IndexSchema } from "../../index/schema.ts";

export async function readTotals(db: Kysely<IndexSchema>) {
  const rows = await db.selectFrom("agent_counts").selectAll().execute();
  const byName = (kind: string) =>
    rows.filter((row) => row.kind === kind).map((row) => [row.name, row.agents] as const);
  const statuses = new Map(byName("status"));
  const byStatus = Object.fromEntries(
    AGENT_STATUSES.map((status, i) => [status, statuses.get(String(i)) ?? 0]),
  ) as Record<AgentStatus, number>;
  const totalAgents = [...statuses.values()].reduce((sum, agents) => sum + agents, 0);
  return { totalAgents, byStatus, byGeneration: Object.fromEntries(byName("generation")) };
}

/**
 * Active agents whose last attestation is at or after this second. Sums the wide steps first; each narrower level counts what
 * lies before the first step of the wider one.
 */
export async function countAttestedSince(db: Kysely<IndexSchema>, since: number): Promise<number> {
  const levels = ATTESTATION_WIDTHS.map((width, i) => {
    const wider = ATTESTATION_WIDTHS[i - 1];
    return {
      width,
      from: Math.ceil(since / width) * width,
      before: wider === undefined ? Number.MAX_SAFE_INTEGER : Math.ceil(since / wider) * wider,
    };
  });
  const rows = await db
    .selectFrom("attestation_counts")
    .select((eb) => eb.fn.sum<number | string | null>("agents").as("agents"))
    .where((eb) =>
      eb.or(
        levels.map(({ width, from, before }) =>
          eb.and([eb("width", "=", width), eb("start", ">=", from), eb("start", "<", before)]),
        ),
      ),
    )
    .execute();
  return Number(rows[0]?.agents ?? 0);
}
