import type { CertificateAnswer } from "@agent-registry/protocol";
import { shortenHex } from "../../shared/text/words.ts";
import { formatExact } from "../../shared/time/format-time.ts";
import { isSameAddress } from "../../wallet/provider.ts";
import { ASSURANCE_LEVELS, PERSON_KINDS, toCertifiedWords } from "../certificates/certificate-words.ts";
import { type EncodedAction, encodeCall } from "./encode-action.ts";

/** What can be done about one certificate of a person, as it is shown. */
export type PersonAction = {
  kind: "accept-certificate" | "end-certificate";
  certificate: CertificateAnswer;
};

type Known = { account: string; isRegulator: boolean; nowMs: number };

/** What an account can do about these certificates: what the contract takes, and changes something. */
export function toPersonActions(
  certificates: readonly CertificateAnswer[],
  { account, isRegulator, nowMs }: Known,
): PersonAction[] {
  return certificates.flatMap((certificate) => {
    const { person, notary, accepted, until } = certificate;
    const isPerson = isSameAddress(person, account);
    const isWaiting = accepted === null && Date.parse(until) > nowMs;
    return [
      ...(isPerson && isWaiting ? [{ kind: "accept-certificate" as const, certificate }] : []),
      ...(isPerson || isRegulator || isSameAddress(notary, account)
        ? [{ kind: "end-certificate" as const, certificate }]
        : []),
    ];
  });
}

/** The contract's function for an action, with its arguments: exactly what was shown. */
export function encodePersonAction({ kind, certificate }: PersonAction): EncodedAction {
  const { person, notary } = certificate;
  if (kind === "end-certificate") return encodeCall("endCertificate", [person, notary]);
  // The contract's numbers begin at 1.
  const kindNumber = PERSON_KINDS.indexOf(certificate.kind) + 1;
  const level = ASSURANCE_LEVELS.indexOf(certificate.level) + 1;
  const until = BigInt(Date.parse(certificate.until) / 1000);
  return encodeCall("acceptCertificate", [notary, kindNumber, level, until]);
}

/** What is signed, in one sentence of its signer. */
export function toPersonStatement({ kind, certificate }: PersonAction): string {
  const { notary, person, until } = certificate;
  if (kind === "end-certificate")
    return `I end the certificate of the notary ${shortenHex(notary)} about the person ${shortenHex(person)}.`;
  return `I accept that the notary ${shortenHex(notary)} certifies me as ${toCertifiedWords(certificate)}, until ${formatExact(until)}.`;
}

/** What follows from it, a sentence each. */
export function toPersonConsequences({ kind }: PersonAction): string[] {
  if (kind === "end-certificate")
    return [
      "It counts no more, at once. To have one again, the notary must certify anew, and the person accept it.",
      "That it was there, and who ended it, stays in the register’s filings.",
    ];
  return [
    "From then on it counts, until its end and as long as the notary is accredited.",
    "Your key ties the identity that the notary has checked to this address, in public. The register holds no name: who has a claim against you asks the notary, by the reference.",
    "You or the notary can end it at any time, and so can a regulator.",
    "If the certificate above changes before this is filed, the register refuses it.",
  ];
}

/** What is in the register once it is filed. */
export function toPersonOutcome({ kind, certificate: { notary } }: PersonAction): string {
  return kind === "accept-certificate"
    ? `The certificate of ${shortenHex(notary)} is accepted.`
    : `The certificate of ${shortenHex(notary)} is ended.`;
}

/**
 * By which transaction the register shows that the action is filed: null if that cannot be said, undefined if it is not
 * filed yet. A certificate that was certified anew meanwhile is another one.
 */
export function findOutcome(
  { kind, certificate }: PersonAction,
  shown: readonly CertificateAnswer[],
): string | null | undefined {
  const same = shown.find(
    ({ notary, transactions }) =>
      notary === certificate.notary && transactions.certified === certificate.transactions.certified,
  );
  if (kind === "end-certificate") return same === undefined ? null : undefined;
  return same === undefined ? null : (same.transactions.accepted ?? undefined);
}
