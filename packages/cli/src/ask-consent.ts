import { createInterface } from "node:readline/promises";
import { RegistryError } from "@agent-registry/sdk";

/** For what cannot be undone: `--yes`, or a person at a terminal who says so. */
export async function askConsent({
  question,
  yes,
}: {
  question: string;
  yes: boolean | undefined;
}): Promise<void> {
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
