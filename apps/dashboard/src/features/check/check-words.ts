import { toObjectionSentence } from "@agent-registry/protocol/objection-text";
import { toTypographic } from "../../shared/text/words.ts";
import { formatExact } from "../../shared/time/format-time.ts";
import type { Tone } from "../../shared/verdict/verdict-types.ts";
import type { CheckInput, CheckOutcome } from "./run-check.ts";

type Conclusion = { tone: Tone; title: string; text: string };

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
  const standing = isReplaced(proven) ? REPLACED : toStanding(proven.reason);
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

function toStanding(reason: Proven["reason"]): string {
  if (reason === "active-and-attested") return "The agent is active and attested";
  return toTypographic(toObjectionSentence(reason));
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

export type Step = {
  name: string;
  /** `open`: not checked, because the reader named no node to ask. */
  state: "passed" | "failed" | "open" | "not-reached";
  words: string;
};

type StepName = "fetched" | "header" | "age" | "chain" | "state" | "answer";

const ORDER: StepName[] = ["fetched", "header", "age", "chain", "state", "answer"];
const NAMES: Record<StepName, string> = {
  fetched: "A proof was fetched",
  header: "The block’s header has the block’s hash",
  age: "The block is new",
  chain: "The block is one of the chain’s",
  state: "The entry is in that block",
  answer: "The register’s answer is the same",
};

/** At which step a proof that is refused was refused. */
const FAILED_AT: Record<string, StepName> = {
  malformed: "header",
  "unknown-version": "header",
  "header-hash": "header",
  "stale-block": "age",
  "block-from-the-future": "age",
  "not-canonical": "chain",
  "chain-unreachable": "chain",
  "wrong-chain": "chain",
  proof: "state",
  "no-contract": "state",
  "other-code": "state",
  "slot-missing": "state",
  "wallet-mismatch": "state",
};

/** What was checked, one step after the other, in words. */
export function toSteps(outcome: CheckOutcome, input: Pick<CheckInput, "nodeUrl" | "registry">): Step[] {
  if (outcome.kind === "refused") {
    const failedAt = ORDER.indexOf(FAILED_AT[outcome.reason] ?? "fetched");
    return ORDER.map((step, i) => {
      const name = NAMES[step];
      if (i === failedAt) return { name, state: "failed", words: outcome.message };
      if (i > failedAt) return { name, state: "not-reached", words: "Not reached." };
      return { name, state: "passed", words: "" };
    });
  }
  const { proven, differences } = outcome;
  const { number, hash, timestamp } = proven.block;
  const ageSeconds = Math.max(0, Math.round(Date.parse(proven.checkedAt) / 1000 - timestamp));
  const toStep = (step: StepName, words: string, state: Step["state"] = "passed"): Step => ({
    name: NAMES[step],
    state,
    words,
  });
  return [
    toStep("fetched", `From the register’s API, with ${proven.proof.storageProof.length} slots of storage.`),
    toStep("header", `Block ${number}, hash ${hash}.`),
    toStep(
      "age",
      `It is ${ageSeconds} ${ageSeconds === 1 ? "second" : "seconds"} old by this device’s clock.`,
    ),
    input.nodeUrl === null
      ? toStep(
          "chain",
          "Nobody but the register says so. Name a node that you trust, one that is not the register’s.",
          "open",
        )
      : toStep("chain", `${new URL(input.nodeUrl).host} has the same block at this height.`),
    toStep("state", `${toEntryWords(proven.agent)}, in the contract ${input.registry}.`),
    differences.length === 0
      ? toStep("answer", "What its API answers is what the chain holds.")
      : toStep(
          "answer",
          `${differences.join(" ")} An answer may be a minute old: check again. If it stays so, keep the proof.`,
          "failed",
        ),
  ];
}

function toEntryWords(agent: { agentId: number; status: string } | null): string {
  return agent === null
    ? "The wallet is bound to no agent"
    : `The wallet is that of agent ${agent.agentId}, whose status is ${agent.status}`;
}
