import type { PersonRole } from "@agent-registry/protocol";
import type { PersonResponse, PersonSummary } from "../../api/resources.ts";
import { formatCount, formatCounted } from "../../shared/text/format-number.ts";

export const ROLE_NAMES: Record<PersonRole, string> = {
  haftungsperson: "Haftungsperson",
  creator: "Creator",
};

/** What a person's agents amount to, as sentences; null if no record names the person now. */
export function toStandingWords(role: PersonRole, summary: PersonSummary): string | null {
  const { totalAgents, compliantCount, statusDistribution, consents } = summary;
  if (totalAgents === 0) return null;
  // Anyone may name anyone: only a Haftungsperson that has agreed answers for an agent.
  const isAgreed = consents?.agreed === totalAgents;
  const verb = role === "creator" ? "Registered" : isAgreed ? "Answers for" : "Named as liable for";
  const all = `${verb} ${formatCounted(totalAgents, "agent")}`;
  if (compliantCount === totalAgents)
    return totalAgents === 1 ? `${all}, in good standing.` : `${all}, all in good standing.`;
  const { Active, Suspended, Revoked, Terminated } = statusDistribution;
  const groups = [
    [compliantCount, "in good standing"],
    [Active - compliantCount, "with a lapsed attestation"],
    [Suspended, "suspended"],
    [Revoked, "revoked"],
    [Terminated, "terminated"],
  ] as const;
  const parts = groups.filter(([count]) => count > 0).map(([count, what]) => `${formatCount(count)} ${what}`);
  return `${all}: ${parts.join(", ")}.`;
}

/** What a Haftungsperson has said about the entries that name it. */
export function toConsentSentence({ totalAgents, consents }: PersonSummary): string | null {
  if (consents === undefined || totalAgents === 0) return null;
  const { agreed, refused, none } = consents;
  if (agreed === totalAgents) return totalAgents === 1 ? "Agreed to it." : "Agreed to all of them.";
  const parts = [
    agreed > 0 ? `agreed to ${formatCount(agreed)}` : "",
    refused > 0 ? `refused ${formatCount(refused)}` : "",
    none > 0 ? `has not said anything about ${none === totalAgents ? "any of them" : formatCount(none)}` : "",
  ].filter((part) => part !== "");
  const sentence = parts.join(parts.length === 2 ? " and " : ", ");
  return `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}.`;
}

/** For how many agents it is proposed as the next Haftungsperson; null if for none. */
export function toWaitingSentence(handovers: PersonResponse["pendingHandovers"]): string | null {
  if (handovers === undefined || handovers.total === 0) return null;
  return `Waits to take over ${formatCounted(handovers.total, "agent")}.`;
}

/** For an address that no record names in this role now. */
export function toEmptyWords(role: PersonRole, { formerAgents }: PersonSummary): string {
  if (role === "creator") return "Nobody has registered an agent from this address.";
  const former = formerAgents?.total ?? 0;
  return former === 0
    ? "No entry of the register names this address as Haftungsperson."
    : `Answers for no agent now; handed over ${formatCounted(former, "agent")} before.`;
}

/** The other of the two roles that one address may have. */
export function toOtherRole(role: PersonRole): PersonRole {
  return role === "creator" ? "haftungsperson" : "creator";
}

/** The role that the address bar asks for. */
export function parsePersonRole(params: Pick<URLSearchParams, "get">): PersonRole {
  return params.get("role") === "creator" ? "creator" : "haftungsperson";
}
