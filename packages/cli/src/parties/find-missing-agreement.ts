import type { KyaVerdict } from "@agent-registry/sdk";

type Agreement = Pick<Exclude<KyaVerdict, { verdict: "not-registered" }>, "consents" | "refusals">;

/** Why a compliant agent is no green light, as the end of a sentence; undefined if wallet and Haftungsperson agreed. */
export function findMissingAgreement({ consents, refusals }: Agreement): string | undefined {
  const walletIsMissing = "the wallet has not agreed to be this agent";
  if (refusals.haftungsperson) {
    const refused = "REFUSED: the Haftungsperson has refused to answer for it";
    return consents.wallet ? `${refused}.` : `${refused}, and ${walletIsMissing}.`;
  }
  const missing = [
    ...(consents.wallet ? [] : [walletIsMissing]),
    ...(consents.haftungsperson ? [] : ["the Haftungsperson has not agreed to answer for it"]),
  ];
  return missing.length === 0 ? undefined : `NOT agreed: ${missing.join(", and ")}.`;
}
