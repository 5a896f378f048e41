import { type CertifiedRule, isAskedFor, judgeCertificates } from "@agent-registry/protocol";
import type { Certified } from "@agent-registry/protocol/signed";

/**
 * What speaks against a person by the certificate that a signed statement tells of; undefined if nothing does. It tells
 * of the best one alone: if that is another notary's or of another kind than the rule asks for, there may be one more,
 * and only the register can say.
 */
export function judgeCertified(certified: Certified | undefined, rule: CertifiedRule, now: number) {
  const isHighEnough = certified !== undefined && isAskedFor(certified, { level: rule.level });
  if (isHighEnough && !isAskedFor(certified, rule)) return "ask";
  return judgeCertificates({ best: certified }, rule, now);
}
