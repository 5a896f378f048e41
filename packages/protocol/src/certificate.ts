/** What a notary certifies, in the order of the contract's numbers, which begin at 1. */
export const PERSON_KINDS = ["natural", "legal"] as const;
export type PersonKind = (typeof PERSON_KINDS)[number];

/** How well the notary has checked who the person is, after eIDAS; the lowest first. */
export const ASSURANCE_LEVELS = ["low", "substantial", "high"] as const;
export type AssuranceLevel = (typeof ASSURANCE_LEVELS)[number];

/** A notary's word on who controls the address of a person, as far as a decision needs it. */
export type Certificate = {
  notary: string;
  kind: PersonKind;
  level: AssuranceLevel;
  /** In seconds since the epoch. From then on it does not count. */
  until: number;
  /** Whether the person has accepted it, which ties the person to the address. */
  isAccepted: boolean;
  /** Whether the notary is accredited now. */
  isAccredited: boolean;
};

/** What a signed statement says of a person: the best certificate that counts, or undefined if no certificate counts. */
export type BestCertificate = { best: Omit<Certificate, "isAccepted" | "isAccredited"> | undefined };

/** What a policy asks for of the Haftungsperson. */
export type CertifiedRule = {
  /** At least this level. */
  level: AssuranceLevel;
  /** Either kind if not given. */
  kind?: PersonKind | undefined;
  /** Any accredited notary if not given. From the chain alone they must be given. */
  notaries?: readonly string[] | undefined;
};

export const CERTIFICATE_FAULTS = ["not-accepted", "notary-not-accredited", "ended"] as const;
export type CertificateFault = (typeof CERTIFICATE_FAULTS)[number];

/** Why a certificate does not count; undefined if it does. */
export function findCertificateFault(
  { isAccepted, isAccredited, until }: Pick<Certificate, "isAccepted" | "isAccredited" | "until">,
  now: number,
): CertificateFault | undefined {
  if (!isAccepted) return "not-accepted";
  if (!isAccredited) return "notary-not-accredited";
  return until > now ? undefined : "ended";
}

/** What speaks against a person by its certificates; undefined if one of them is what the rule asks for. */
export function judgeCertificates(
  certificates: readonly Certificate[] | BestCertificate,
  rule: CertifiedRule,
  now: number,
): "haftungsperson-not-certified" | "certificate-ended" | undefined {
  if ("best" in certificates) {
    const { best } = certificates;
    if (best === undefined || !isAskedFor(best, rule)) return "haftungsperson-not-certified";
    return best.until > now ? undefined : "certificate-ended";
  }
  const faults = certificates
    .filter((certificate) => isAskedFor(certificate, rule))
    .map((certificate) => findCertificateFault(certificate, now));
  if (faults.includes(undefined)) return undefined;
  return faults.includes("ended") ? "certificate-ended" : "haftungsperson-not-certified";
}

/** Of the certificates that count the one of the highest level, and of these the one that lasts longest. */
export function findBestCertificate<C extends Certificate>(
  certificates: readonly C[],
  now: number,
): C | undefined {
  const rank = ({ level }: Certificate) => ASSURANCE_LEVELS.indexOf(level);
  return certificates
    .filter((certificate) => findCertificateFault(certificate, now) === undefined)
    .sort((a, b) => rank(b) - rank(a) || b.until - a.until)[0];
}

/** Whether the rule asks for such a certificate, if it counts. */
export function isAskedFor(
  { notary, kind, level }: Pick<Certificate, "notary" | "kind" | "level">,
  rule: CertifiedRule,
): boolean {
  const isHighEnough = ASSURANCE_LEVELS.indexOf(level) >= ASSURANCE_LEVELS.indexOf(rule.level);
  const isOfKind = rule.kind === undefined || rule.kind === kind;
  const isOfNotary = rule.notaries?.some((named) => named.toLowerCase() === notary.toLowerCase()) ?? true;
  return isHighEnough && isOfKind && isOfNotary;
}
