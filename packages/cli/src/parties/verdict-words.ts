import { toObjectionText } from "@agent-registry/protocol/objection-text";
import type { KyaVerdict, Objection, PastKyaVerdict, ProvenVerdict } from "@agent-registry/sdk";
import { renderWords } from "../terminal/render.ts";

type Answer = KyaVerdict | PastKyaVerdict | ProvenVerdict;

const EXIT_CODES = { compliant: 0, "non-compliant": 2, "not-registered": 3 } as const;
/** Compliant, but the policy objects. */
const EXIT_NOT_ADMISSIBLE = 4;

const SENTENCES: Record<KyaVerdict["reason"], string> = {
  "active-and-attested": "Compliant and agreed: registered, active, attested within 7 days.",
  suspended: "NOT compliant: registered, but suspended.",
  revoked: "NOT compliant: registered, but revoked for good.",
  terminated: "NOT compliant: registered, but terminated.",
  "attestation-lapsed": "NOT compliant: registered, but the last attestation is older than 7 days.",
  "not-registered": "NOT registered: no agent has this wallet.",
};

export function toExitCode({ verdict, admissible }: Pick<Answer, "verdict" | "admissible">): number {
  return verdict === "compliant" && !admissible ? EXIT_NOT_ADMISSIBLE : EXIT_CODES[verdict];
}

type Asked = { allowNotAgreed?: boolean | undefined };

export function toSentence(answer: Answer, { allowNotAgreed }: Asked = {}): string {
  const { verdict, reason, objections } = answer;
  if (reason === "suspended" && answer.refusals.haftungsperson)
    return "NOT compliant: registered, but suspended, and its Haftungsperson has refused to answer for it.";
  if (verdict === "not-registered" && answer.retiredFrom !== undefined) return toRetired(answer.retiredFrom);
  if (verdict !== "compliant") return SENTENCES[reason];
  const problem = explainParties(objections);
  if (problem !== undefined) return `Compliant, but ${problem}`;
  if (objections.length > 0) return `Compliant, but NOT admissible: ${objections.join(", ")}.`;
  return allowNotAgreed
    ? "Compliant: registered, active, attested within 7 days. Who agreed was not asked."
    : SENTENCES[reason];
}

/** Of a wallet that was replaced in the record of this agent. */
export function toRetired(agentId: number): string {
  return `NOT registered: ${toObjectionText("wallet-retired", { agentId })}, for good.`;
}

/** A verdict looks the same for a root, which needs no parent, and for a child whose parent agreed. */
export function toWords(answer: Answer) {
  if (answer.verdict === "not-registered") return {};
  const { consents, refusals } = answer;
  const wordOf = (party: "haftungsperson" | "parent") =>
    consents[party] ? "agreed" : refusals[party] ? "refused" : "none";
  return renderWords({
    wallet: consents.wallet ? "agreed" : "none",
    haftungsperson: wordOf("haftungsperson"),
    parent: consents.parent ? null : wordOf("parent"),
  });
}

/** What can be amiss with those whom a record names, the worst first, in a word. */
const PROBLEMS = [
  ["haftungsperson-refused", "REFUSED"],
  ["wallet-not-agreed", "NOT agreed"],
  ["haftungsperson-not-agreed", "NOT agreed"],
  ["haftungsperson-is-the-wallet", "SELF-LIABLE"],
  ["haftungsperson-not-certified", "NOT certified"],
  ["certificate-ended", "NOT certified any more"],
] as const satisfies [Objection, string][];

/** What is amiss with those whom a record names, as the end of a sentence; undefined if nothing is. */
export function explainParties(objections: readonly Objection[]): string | undefined {
  const found = PROBLEMS.filter(([objection]) => objections.includes(objection));
  const [worst] = found;
  return worst && `${worst[1]}: ${found.map(([objection]) => toObjectionText(objection)).join(", and ")}.`;
}
