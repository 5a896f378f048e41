import type { Objection } from "@agent-registry/sdk";

/** Whose agreement is missing, as the end of a sentence; undefined if nobody's is. */
export function findMissingAgreement(objections: readonly Objection[]): string | undefined {
  const walletIsMissing = "the wallet has not agreed to be this agent";
  const hasWalletAgreed = !objections.includes("wallet-not-agreed");
  if (objections.includes("haftungsperson-refused")) {
    const refused = "REFUSED: the Haftungsperson has refused to answer for it";
    return hasWalletAgreed ? `${refused}.` : `${refused}, and ${walletIsMissing}.`;
  }
  const missing = [
    ...(hasWalletAgreed ? [] : [walletIsMissing]),
    ...(objections.includes("haftungsperson-not-agreed")
      ? ["the Haftungsperson has not agreed to answer for it"]
      : []),
  ];
  return missing.length === 0 ? undefined : `NOT agreed: ${missing.join(", and ")}.`;
}
