import { type CertificateAnswer, findCertificateFault, toTimestamp } from "@agent-registry/protocol";
import type { StoredCertificate } from "../../index/read/read-certificates.ts";

/** A certificate as the API returns it, judged at this second. */
export function toCertificate(certificate: StoredCertificate, now: number): CertificateAnswer {
  const { person, notary, kind, level, until, ref, certified, accepted } = certificate;
  const fault = findCertificateFault(certificate, now);
  return {
    person,
    notary,
    kind,
    level,
    since: toTimestamp(certified.timestamp),
    until: toTimestamp(until),
    ref,
    accepted: accepted === undefined ? null : toTimestamp(accepted.timestamp),
    counts: fault === undefined,
    whyNot: fault ?? null,
    transactions: {
      certified: certified.transactionHash,
      accepted: accepted?.transactionHash ?? null,
    },
  };
}
