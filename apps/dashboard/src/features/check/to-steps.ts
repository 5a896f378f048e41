import type { CheckInput, CheckOutcome } from "./run-check.ts";

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
