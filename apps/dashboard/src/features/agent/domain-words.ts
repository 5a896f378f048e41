import type { AgentDomainResponse } from "@agent-registry/protocol";
import { explainDomainReason } from "@agent-registry/protocol/domain-reasons";

/** A sentence around a domain's name, and the reason below it. */
type DomainWords = { before: string; domain: string; after: string; why: string | null };

/** What an entry says of the domain that the agent names; null if it names none. */
export function toDomainWords({ domain, verified, reason }: AgentDomainResponse): DomainWords | null {
  if (domain === null || reason === "no-domain-named") return null;
  if (verified || reason === null) return { before: "", domain, after: " says this is its agent", why: null };
  const named = { before: "names ", domain, why: null };
  if (reason === "not-checked-yet") return { ...named, after: ", which is being asked" };
  if (reason === "checks-off") return { ...named, after: ", which this register does not ask" };
  return { ...named, after: ", which does not say so", why: explainDomainReason(reason) };
}

/** Whether the scope may name a domain at all; the query API knows which. */
export function mayNameDomain({ operationalScope }: { operationalScope: string }): boolean {
  return /https:\/\//i.test(operationalScope);
}
