import type { CertificateAnswer, KyaAtResponse } from "@agent-registry/protocol";
// Not by the package's index, which brings zod into the page.
import {
  ASSURANCE_LEVELS,
  type CertificateFault,
  findBestCertificate,
  findCertificateFault,
  PERSON_KINDS,
} from "@agent-registry/protocol/certificate";
import { formatDate } from "../../shared/time/format-time.ts";

type PastCertificate = NonNullable<KyaAtResponse["certificates"]>[number];

export { ASSURANCE_LEVELS, PERSON_KINDS };

/** A certificate of today or of the past, as far as a sentence about it needs. */
export type StatedCertificate = PastCertificate;

export function toStated(certificate: CertificateAnswer): StatedCertificate {
  const { notary, kind, level, until, accepted, whyNot } = certificate;
  const isAccredited = whyNot !== "notary-not-accredited";
  return { notary, kind, level, until, isAccepted: accepted !== null, isAccredited };
}

/** Why a certificate does not count at a moment; null if it does. Its end may come while the page is open. */
export function findFault(certificate: StatedCertificate, nowMs: number): CertificateFault | null {
  return findCertificateFault(toSeconds(certificate), nowMs / 1000) ?? null;
}

/** The best that counts, else the newest; a notary has at most one about a person. */
export function findShown(
  certificates: readonly StatedCertificate[],
  nowMs: number,
): StatedCertificate | undefined {
  const best = findBestCertificate(certificates.map(toSeconds), nowMs / 1000);
  return certificates.find(({ notary }) => notary === best?.notary) ?? certificates[0];
}

function toSeconds(certificate: StatedCertificate) {
  return { ...certificate, until: Math.floor(Date.parse(certificate.until) / 1000) };
}

/** "a natural person, level substantial". */
export function toCertifiedWords({ kind, level }: Pick<StatedCertificate, "kind" | "level">): string {
  return `a ${kind} person, level ${level}`;
}

/** What follows the notary in a sentence that begins with "Certified by" or "A certificate of". */
export function toStanding(
  certificate: StatedCertificate,
  { fault, isPast }: { fault: CertificateFault | null; isPast: boolean },
): string {
  const certified = toCertifiedWords(certificate);
  if (fault === null)
    return `: ${certified}, until ${formatDate(certificate.until)}. That ${isPast ? "was" : "is"} the notary’s word about who ${isPast ? "controlled" : "controls"} this address, not about the agent.`;
  return ` (${certified}) ${isPast ? "did" : "does"} not count: ${toFaultWords(certificate, { fault, isPast })}.`;
}

export function toFaultWords(
  { until }: Pick<StatedCertificate, "until">,
  { fault, isPast = false }: { fault: CertificateFault; isPast?: boolean },
): string {
  switch (fault) {
    case "not-accepted":
      return `the person ${isPast ? "had" : "has"} not accepted it yet`;
    case "notary-not-accredited":
      return `the notary ${isPast ? "was" : "is"} no longer accredited`;
    case "ended":
      return `it ${isPast ? "had " : ""}ended on ${formatDate(until)}`;
  }
}
