import { CACHE_TTL_MS, ComplianceListItem, ComplianceListResponse } from "@agent-registry/protocol";
import { type Kysely, sql } from "kysely";
import { defineQuestion } from "../../http/question.ts";
import { toIndexedAgent } from "../../index/read/read-agent.ts";
import type { IndexedAgent } from "../../index/records.ts";
import type { IndexSchema } from "../../index/schema.ts";
import { CREATOR, standing } from "../shared/examples.ts";
import { toCompliance } from "../shared/to-agent.ts";

const CHUNK = 1_000;

/** All agents, most stale first: of any number, so in pieces. */
export const compliance = defineQuestion({
  path: "/agents/compliance",
  response: ComplianceListResponse,
  keptMs: CACHE_TTL_MS.compliance,
  pace: () => "long",
  async *write({ db }, _asked, register) {
    const now = register.now();
    let total = 0;
    yield '{"data":[';
    for await (const agents of streamAgents(db)) {
      const items = agents.map((agent) => {
        const { agentId, creator, status } = agent;
        const item: ComplianceListItem = { agentId, creator, status, compliance: toCompliance(agent, now) };
        return JSON.stringify(item);
      });
      yield (total === 0 ? "" : ",") + items.join(",");
      total += items.length;
    }
    // Last, so that it is what was counted.
    yield `],"total":${total}}`;
  },
  schemas: { ComplianceListItem, ComplianceList: ComplianceListResponse },
  doc: {
    operationId: "listCompliance",
    tag: "Agents",
    summary: "All agents by attestation age, most stale first",
    example: {
      total: 1,
      data: [{ agentId: 1, creator: CREATOR, status: "Active", compliance: standing }],
    },
  },
});

/** In chunks, none of them empty. */
export async function* streamAgents(db: Kysely<IndexSchema>): AsyncGenerator<IndexedAgent[]> {
  let last = { attestation: -1, id: 0 };
  for (;;) {
    const rows = await db
      .selectFrom("agents")
      .selectAll()
      .where(sql<boolean>`(last_attestation, agent_id) > (${last.attestation}, ${last.id})`)
      .orderBy("last_attestation")
      .orderBy("agent_id")
      .limit(CHUNK)
      .execute();
    const newest = rows.at(-1);
    if (newest === undefined) return;
    last = { attestation: newest.last_attestation, id: newest.agent_id };
    yield rows.map(toIndexedAgent);
  }
}
