import { AGENT_STATUSES, type PersonRole } from "@agent-registry/protocol";
import type { AgentsResponse, CreatorResponse, HaftungspersonResponse } from "@agent-registry/sdk";
import { COMMAND } from "../own-package.ts";
import { renderAmount, renderFields, renderTable, sanitize } from "./render.ts";
import { renderCertificate } from "./render-certificate.ts";

const MAX_SCOPE_LENGTH = 48;

/** A page of agents, and where it lies among the others. */
export function renderAgents(answer: AgentsResponse): string[] {
  const rows = answer.data.map((agent) => [
    String(agent.agentId),
    agent.status,
    agent.agentWallet,
    agent.registeredAt.slice(0, 10),
    shorten(agent.operationalScope),
  ]);
  return [
    ...renderTable({ head: ["ID", "STATUS", "WALLET", "REGISTERED", "SCOPE"], rows }),
    `Page ${answer.page} of ${answer.totalPages}; ${answer.isTotalCapped ? "more than " : ""}${answer.total} agents.`,
  ];
}

/** A scope in a list. */
function shorten(text: string): string {
  return text.length <= MAX_SCOPE_LENGTH ? text : `${text.slice(0, MAX_SCOPE_LENGTH - 1)}…`;
}

type Input = { role: PersonRole; answer: HaftungspersonResponse | CreatorResponse };

/** How all agents of one person stand. */
export function renderPerson({ role, answer }: Input): string[] {
  const { address, summary } = answer;
  const { totalAgents, compliantCount, statusDistribution, revokedAgents, revenue, moreCurrencies } = summary;
  const states = AGENT_STATUSES.filter((status) => statusDistribution[status] > 0).map(
    (status) => `${statusDistribution[status]} ${status}`,
  );
  const amounts = revenue.map(({ amount, currency }) => renderAmount({ amount, currency }));
  if (moreCurrencies > 0) amounts.push(`${moreCurrencies} more currencies`);
  const agents = `${totalAgents} agent${totalAgents === 1 ? "" : "s"}`;
  return [
    `${address} ${role === "creator" ? "registered" : "answers for"} ${agents}.`,
    ...renderFields({
      compliant: `${compliantCount} of ${totalAgents} (${summary.complianceRate} %)`,
      states: states.join(", ") || "none",
      ...("consents" in summary ? toSaid(summary) : {}),
      revoked: toIds(revokedAgents, statusDistribution.Revoked),
      ...("formerAgents" in summary
        ? { "handed over": toIds(summary.formerAgents.agentIds, summary.formerAgents.total) }
        : {}),
      revenue: amounts.join(", ") || "none",
    }),
    ...("certificates" in answer ? answer.certificates : []).map((held) => `  ${renderCertificate(held)}`),
    ...("pendingHandovers" in answer ? renderHandovers(answer) : []),
  ];
}

/** What waits for the person's word: who hands over which agent, and how it is accepted. */
function renderHandovers({ pendingHandovers: { total, data } }: HaftungspersonResponse): string[] {
  if (total === 0) return [];
  const rest = total - data.length;
  return [
    `To be taken over by this person, if it accepts: ${total} agent${total === 1 ? "" : "s"}.`,
    ...data.map(({ agentId, agentWallet, operationalScope, haftungsperson }) =>
      sanitize(
        `  agent ${agentId}  from ${haftungsperson}: wallet ${agentWallet}, scope ${JSON.stringify(shorten(operationalScope))}; ${COMMAND} accept ${agentId}`,
      ),
    ),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
}

function toSaid({ consents: { agreed, refused, none } }: HaftungspersonResponse["summary"]) {
  return { "has agreed to": `${agreed}, refused ${refused}, said nothing about ${none}` };
}

function toIds(ids: number[], total: number): string {
  if (total === 0) return "none";
  const rest = total - ids.length;
  return `${ids.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
