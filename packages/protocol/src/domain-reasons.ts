/** Why a domain was not found to name an agent, after it was asked. */
export const DOMAIN_REASONS = [
  "invalid-domain",
  "unreachable",
  "not-public",
  "too-slow",
  "redirected",
  "no-file",
  "too-large",
  "not-json",
  "no-matching-registration",
] as const;
export type DomainReason = (typeof DOMAIN_REASONS)[number];

/** Why the register itself has not asked. */
export const UNASKED_REASONS = ["no-domain-named", "not-checked-yet", "checks-off"] as const;

const WORDS: Record<DomainReason, string> = {
  "invalid-domain": "it is not a host name of the public internet",
  unreachable: "its server cannot be reached by https",
  "not-public": "it does not lead to a server on the public internet",
  "too-slow": "its server did not answer in time",
  redirected: "its server leads elsewhere",
  "no-file": "it has no file /.well-known/agent-registration.json",
  "too-large": "its file is too large",
  "not-json": "its file is not JSON",
  "no-matching-registration": "its file does not name this agent",
};

/** The end of a sentence: "example.com does not name this agent: …" */
export function explainDomainReason(reason: DomainReason): string {
  return WORDS[reason];
}
