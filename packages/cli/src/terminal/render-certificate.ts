import type { AssuranceLevel, CertificateAnswer, CertificateFault, PersonKind } from "@agent-registry/sdk";

const KINDS: Record<PersonKind, string> = {
  natural: "a natural person",
  legal: "a legal person",
};
const FAULTS: Record<CertificateFault, string> = {
  "not-accepted": "the person has not accepted it",
  "notary-not-accredited": "the notary is no longer accredited",
  ended: "it has ended",
};

type Terms = { kind: PersonKind; level: AssuranceLevel; until: string };

/** What a notary states, and a person accepts. */
export function renderTerms({ kind, level, until }: Terms) {
  return { kind: KINDS[kind], level: `${level} (low, substantial or high, after eIDAS)`, until };
}

/** By whom, what and until when: of the Haftungsperson's best certificate, a signed statement says no more. */
export function renderStated({ notary, kind, level, until }: Terms & { notary: string }): string {
  return `by ${notary}: ${KINDS[kind]}, ${level}, until ${until.slice(0, 10)}`;
}

/** A certificate in one line: by whom, what, until when, and whether it counts. */
export function renderCertificate({ whyNot, ...stated }: CertificateAnswer): string {
  const counts = whyNot === null ? "counts" : `does NOT count: ${FAULTS[whyNot]}`;
  return `certified ${renderStated(stated)}; ${counts}`;
}
