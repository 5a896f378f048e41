import { AGENT_STATUSES, type PersonRole } from "@agent-registry/protocol";
import type { CreatorResponse, HaftungspersonResponse } from "@agent-registry/sdk";
import { renderAmount, renderFields } from "./render.ts";
import { renderCertificate } from "./render-certificate.ts";

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
