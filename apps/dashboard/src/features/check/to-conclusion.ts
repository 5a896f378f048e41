import { formatExact } from "../../shared/format-time.ts";
import type { Tone } from "../../shared/verdict-types.ts";
import type { CheckOutcome } from "./run-check.ts";

type Conclusion = { tone: Tone; title: string; text: string };

const STANDINGS = {
  "active-and-attested": "The agent is active and attested",
  "attestation-lapsed": "The agent’s attestation has lapsed",
  suspended: "The agent is suspended",
  revoked: "The agent is revoked",
  terminated: "The agent is terminated",
  "not-registered": "No agent is registered with this wallet",
} as const;

const REPLACED =
  "This wallet was replaced by another one for good: a caller with it is not the agent whose wallet it was";

/** The outcome in a sentence, and what it rests on. */
export function toConclusion(outcome: CheckOutcome, { nodeUrl }: { nodeUrl: string | null }): Conclusion {
  if (outcome.kind === "refused")
    return {
      tone: "red",
      title: "Not proven",
      text: "The check stopped at the step that is marked below. Do not rely on the register’s answer until it passes.",
    };
  const { proven, differences } = outcome;
  const standing = isReplaced(proven) ? REPLACED : STANDINGS[proven.reason];
  const held = `${standing}${toParties(proven)}, as of ${formatExact(toIso(proven.block.timestamp))}.`;
  if (differences.length > 0)
    return {
      tone: "red",
      title: "The register says something else",
      text: `${held} That is what the chain holds, and not what the register’s API answers.`,
    };
  if (nodeUrl === null)
    return {
      tone: "yellow",
      title: "Consistent, not proven",
      text: `${held} The proof fits, but nobody except the register says that its block is the chain’s.`,
    };
  const text = `${held} The chain says so, by the word of ${new URL(nodeUrl).host} for one block.`;
  return { ...toProvenTone(proven), text };
}

type Proven = Extract<CheckOutcome, { kind: "proven" }>["proven"];

const isReplaced = ({ objections }: Proven) => objections.includes("wallet-retired");
const isOneKey = ({ objections }: Proven) => objections.includes("haftungsperson-is-the-wallet");

/** Green is only what its wallet and another Haftungsperson have agreed to, here as on every page. */
function toProvenTone(proven: Proven): Pick<Conclusion, "tone" | "title"> {
  const { verdict, admissible, consents, refusals } = proven;
  if (isReplaced(proven)) return { tone: "red", title: "Proven, replaced" };
  if (verdict !== "compliant") return { tone: "grey", title: "Proven" };
  if (refusals.haftungsperson) return { tone: "red", title: "Proven, refused by its Haftungsperson" };
  if (admissible) return { tone: "green", title: "Proven" };
  const isAgreed = consents.wallet && consents.haftungsperson;
  return { tone: "yellow", title: isAgreed ? "Proven, its own Haftungsperson" : "Proven, not agreed" };
}

function toParties(proven: Proven): string {
  const { consents, refusals } = proven;
  if (consents === null) return "";
  if (refusals.haftungsperson) return "; the Haftungsperson refuses to answer for it";
  return `; ${toAgreed(consents)}${isOneKey(proven) ? "; the two are one key" : ""}`;
}

function toAgreed({ wallet, haftungsperson }: { wallet: boolean; haftungsperson: boolean }): string {
  if (wallet && haftungsperson) return "wallet and Haftungsperson have agreed";
  if (haftungsperson) return "the wallet has not agreed";
  if (wallet) return "the Haftungsperson has not agreed";
  return "neither wallet nor Haftungsperson has agreed";
}

const toIso = (seconds: number) => new Date(seconds * 1000).toISOString();
