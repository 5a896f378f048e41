import type { Explanation } from "./explained.ts";

/** A change that was made to the code, and what became of it. */
export type Mutant = {
  file: string;
  line: number;
  /** The first line of what was changed, whole and trimmed. */
  code: string;
  becomes: string;
  /** Tests that take too long have noticed it as well, unless the machine was busy. */
  outcome: "failed" | "timed out" | "unnoticed";
};

type Judgement = {
  /** Of all changes, those that a test noticed: from 0 to 1. */
  share: number;
  unexplained: Mutant[];
  /** Explanations of changes that tests notice, or that do not exist. */
  needless: Explanation[];
};

/** Compares the changes that went unnoticed with those that are explained. */
export function judge(mutants: Mutant[], explanations: Explanation[]): Judgement {
  const unnoticed = mutants.filter(({ outcome }) => outcome === "unnoticed");
  const explained = new Set(explanations.map(toKey));
  const perhapsUnnoticed = new Set(mutants.filter(({ outcome }) => outcome !== "failed").map(toKey));
  return {
    share: mutants.length === 0 ? 1 : 1 - unnoticed.length / mutants.length,
    unexplained: unnoticed.filter((mutant) => !explained.has(toKey(mutant))),
    needless: explanations.filter((explanation) => !perhapsUnnoticed.has(toKey(explanation))),
  };
}

function toKey({ file, code, becomes }: { file: string; code: string; becomes: string }): string {
  return JSON.stringify([file, code, becomes]);
}
