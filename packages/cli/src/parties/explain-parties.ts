import type { Objection } from "@agent-registry/sdk";

/** What can be amiss with those whom a record names, the worst first: in a word, and as a sentence. */
const PROBLEMS = [
  ["haftungsperson-refused", "REFUSED", "the Haftungsperson has refused to answer for it"],
  ["wallet-not-agreed", "NOT agreed", "the wallet has not agreed to be this agent"],
  ["haftungsperson-not-agreed", "NOT agreed", "the Haftungsperson has not agreed to answer for it"],
  [
    "haftungsperson-is-the-wallet",
    "SELF-LIABLE",
    "wallet and Haftungsperson are one key, so that nobody else answers for it",
  ],
  [
    "haftungsperson-not-certified",
    "NOT certified",
    "no notary that is asked for has certified who the Haftungsperson is, or the Haftungsperson has not accepted it",
  ],
  [
    "certificate-ended",
    "NOT certified any more",
    "the notary's certificate of who the Haftungsperson is has ended",
  ],
] as const satisfies [Objection, string, string][];

/** What is amiss with those whom a record names, as the end of a sentence; undefined if nothing is. */
export function explainParties(objections: readonly Objection[]): string | undefined {
  const found = PROBLEMS.filter(([objection]) => objections.includes(objection));
  const [worst] = found;
  return worst && `${worst[1]}: ${found.map(([, , sentence]) => sentence).join(", and ")}.`;
}
