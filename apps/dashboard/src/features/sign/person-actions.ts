import type { CertificateAnswer } from "@agent-registry/protocol";
import { shortenHex } from "../../shared/text/words.ts";
import { formatExact } from "../../shared/time/format-time.ts";
import { isSameAddress } from "../../wallet/provider.ts";
import { ASSURANCE_LEVELS, PERSON_KINDS, toCertifiedWords } from "../certificates/certificate-words.ts";
import type { Description } from "./description.ts";
import { encodeCall } from "./encode-call.ts";
import type { Acting } from "./roles.ts";

/** What can be done about one certificate of a person, as it is shown. */
export type PersonAction = {
  kind: "accept-certificate" | "end-certificate";
  certificate: CertificateAnswer;
};

/** What an account can do about these certificates: what the contract takes, and changes something. */
export function toPersonActions(
  certificates: readonly CertificateAnswer[],
  { account, isRegulator, nowMs }: Acting & { nowMs: number },
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

/** An action as it is shown to its signer. Its call holds exactly what was shown. */
export function describePersonAction({ kind, certificate }: PersonAction): Description {
  const { person, notary, until } = certificate;
  const common = { field: null, isAgreeing: false };
  if (kind === "end-certificate")
    return {
      ...common,
      label: "End the certificate",
      statement: `I end the certificate of the notary ${shortenHex(notary)} about the person ${shortenHex(person)}.`,
      consequences: [
        "It counts no more, at once. To have one again, the notary must certify anew, and the person accept it.",
        "That it was there, and who ended it, stays in the register’s filings.",
      ],
      outcome: `The certificate of ${shortenHex(notary)} is ended.`,
      encode: () => encodeCall("endCertificate", [person, notary]),
    };
  return {
    ...common,
    label: "Accept the certificate",
    statement: `I accept that the notary ${shortenHex(notary)} certifies me as ${toCertifiedWords(certificate)}, until ${formatExact(until)}.`,
    consequences: [
      "From then on it counts, until its end and as long as the notary is accredited.",
      "Your key ties the identity that the notary has checked to this address, in public. The register holds no name: who has a claim against you asks the notary, by the reference.",
      "You or the notary can end it at any time, and so can a regulator.",
      "If the certificate above changes before this is filed, the register refuses it.",
    ],
    outcome: `The certificate of ${shortenHex(notary)} is accepted.`,
    encode() {
      // The contract's numbers begin at 1.
      const kindNumber = PERSON_KINDS.indexOf(certificate.kind) + 1;
      const level = ASSURANCE_LEVELS.indexOf(certificate.level) + 1;
      return encodeCall("acceptCertificate", [notary, kindNumber, level, BigInt(Date.parse(until) / 1000)]);
    },
  };
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
