import { toTimestamp } from "@agent-registry/protocol";
import type { AgentConsents, AgentResponse } from "@agent-registry/sdk";
import { renderAge, renderFields, renderRecord, renderWords } from "./render.ts";

/** How records write a time that never happened. */
const NEVER = toTimestamp(0);

/** An extract of the register: an agent's record, its standing, and what the named parties said. */
export function renderAgent(extract: AgentResponse & { consents: AgentConsents }): string[] {
  const { agent, children, compliance, consents } = extract;
  const compliant = compliance.isActive && compliance.attestationCurrent;
  const fields = {
    status: agent.status,
    compliant: compliant ? "yes" : "no",
    attested: `${renderAge(compliance.secondsSinceAttestation)} ago (${agent.lastAttestation})`,
    ...renderRecord(agent),
    "last revenue report": agent.lastRevenueReport === NEVER ? "never" : agent.lastRevenueReport,
    generation: agent.generation,
    children: children.length === 0 ? "none" : children.join(", "),
    ...renderWords(consents),
    "proposed haftungsperson": consents.proposedHaftungsperson ?? undefined,
  };
  return [`Agent ${agent.agentId}`, ...renderFields(fields)];
}
