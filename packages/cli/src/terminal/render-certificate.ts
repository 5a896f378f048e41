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

/** What a notary states, and a person accepts. */
export function renderTerms({
  kind,
  level,
  until,
}: {
  kind: PersonKind;
  level: AssuranceLevel;
  until: string;
}) {
  return { kind: KINDS[kind], level: `${level} (low, substantial or high, after eIDAS)`, until };
}

type Stated = { notary: string; kind: PersonKind; level: AssuranceLevel };

/** What a signed statement tells of the Haftungsperson's best certificate. */
export function renderCertified({ until, ...stated }: Stated & { until: number }): string {
  return toStatement({ ...stated, until: new Date(until * 1000).toISOString() });
}

const toStatement = ({ notary, kind, level, until }: Stated & { until: string }) =>
  `by ${notary}: ${KINDS[kind]}, ${level}, until ${until.slice(0, 10)}`;

/** A certificate in one line: by whom, what, until when, and whether it counts. */
export function renderCertificate({ whyNot, ...stated }: CertificateAnswer): string {
  const counts = whyNot === null ? "counts" : `does NOT count: ${FAULTS[whyNot]}`;
  return `certified ${toStatement(stated)}; ${counts}`;
}
