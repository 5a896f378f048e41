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

/** The outcome in a sentence, and what it rests on. */
export function toConclusion(outcome: CheckOutcome, { nodeUrl }: { nodeUrl: string | null }): Conclusion {
  if (outcome.kind === "refused")
    return {
      tone: "red",
      title: "Not proven",
      text: "The check stopped at the step that is marked below. Do not rely on the register’s answer until it passes.",
    };
  const { proven, differences } = outcome;
  const held = `${STANDINGS[proven.reason]}${toParties(proven)}, as of ${formatExact(toIso(proven.block.timestamp))}.`;
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

/** Green is only what its wallet and its Haftungsperson have agreed to, here as on every page. */
function toProvenTone({ verdict, admissible, refusals }: Proven): Pick<Conclusion, "tone" | "title"> {
  if (verdict !== "compliant") return { tone: "grey", title: "Proven" };
  if (refusals.haftungsperson) return { tone: "red", title: "Proven, refused by its Haftungsperson" };
  return admissible ? { tone: "green", title: "Proven" } : { tone: "yellow", title: "Proven, not agreed" };
}

function toParties({ consents, refusals }: Proven): string {
  if (consents === null) return "";
  const { wallet, haftungsperson } = consents;
  if (refusals.haftungsperson) return "; the Haftungsperson refuses to answer for it";
  if (wallet && haftungsperson) return "; wallet and Haftungsperson have agreed";
  if (haftungsperson) return "; the wallet has not agreed";
  if (wallet) return "; the Haftungsperson has not agreed";
  return "; neither wallet nor Haftungsperson has agreed";
}

const toIso = (seconds: number) => new Date(seconds * 1000).toISOString();
