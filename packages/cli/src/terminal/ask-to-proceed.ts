import { createInterface } from "node:readline/promises";
import { RegistryError } from "@agent-registry/sdk";

/** Before what cannot be undone: returns with `--yes`, or if a person at a terminal types yes; else throws. */
export async function askToProceed(input: { question: string; yes: boolean | undefined }): Promise<void> {
  const { question, yes } = input;
  if (yes) return;
  if (process.stdin.isTTY && process.stderr.isTTY) {
    const prompt = createInterface({ input: process.stdin, output: process.stderr });
    const answer = await prompt.question(`${question} Type yes to go on: `);
    prompt.close();
    if (answer.trim().toLowerCase() === "yes") return;
    throw new RegistryError({ reason: "invalid-input", message: "Not confirmed. Nothing was written." });
  }
  throw new RegistryError({
    reason: "invalid-input",
    message: `${question} Give --yes to confirm. Nothing was written.`,
  });
}
