import { createInterface } from "node:readline/promises";
import type { Console } from "./console.ts";
import { invalidInput } from "./errors.ts";

type Question = {
  question: string;
  yes: boolean | undefined;
  /** What is to be decided about, shown before the question. */
  preview?: { console: Console; lines: readonly string[] };
};

/** Before what cannot be undone: returns with `--yes`, or if a person at a terminal types yes; else throws. */
export async function askToProceed({ question, yes, preview }: Question): Promise<void> {
  const isAsking = !yes && process.stdin.isTTY && process.stderr.isTTY;
  // A program that reads JSON gets the same with the result, and only JSON on stderr.
  if (preview && (isAsking || !preview.console.wantsJson)) preview.console.note(preview.lines.join("\n"));
  if (yes) return;
  if (isAsking) {
    const prompt = createInterface({ input: process.stdin, output: process.stderr });
    const answer = await prompt.question(`${question} Type yes to go on: `);
    prompt.close();
    if (answer.trim().toLowerCase() === "yes") return;
    throw invalidInput("Not confirmed. Nothing was written.");
  }
  throw invalidInput(`${question} Give --yes to confirm. Nothing was written.`);
}
