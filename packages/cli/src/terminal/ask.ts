import { createInterface } from "node:readline";
import { createInterface as createPrompt } from "node:readline/promises";
import { Writable } from "node:stream";
import { RegistryError } from "@agent-registry/sdk";
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
    const prompt = createPrompt({ input: process.stdin, output: process.stderr });
    const answer = await prompt.question(`${question} Type yes to go on: `);
    prompt.close();
    if (answer.trim().toLowerCase() === "yes") return;
    throw invalidInput("Not confirmed. Nothing was written.");
  }
  throw invalidInput(`${question} Give --yes to confirm. Nothing was written.`);
}

type Terminal = {
  stdin?: NodeJS.ReadableStream & { isTTY?: boolean };
  stderr: { write(text: string): unknown; isTTY?: boolean };
};

/** Undefined if the command does not run in a terminal, where a person could answer. */
export function createAskPassword({ stdin, stderr }: Terminal) {
  if (!stdin?.isTTY || !stderr.isTTY) return undefined;
  return async function askPassword(question: string): Promise<string> {
    stderr.write(question);
    // Readline takes the terminal's echo away and does its own, which goes nowhere.
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    const prompt = createInterface({ input: stdin, output: nowhere, terminal: true, historySize: 0 });
    try {
      return await new Promise<string>((resolve, reject) => {
        prompt.question("", resolve);
        // By Ctrl-C or Ctrl-D.
        prompt.once("close", () => {
          reject(new RegistryError({ reason: "missing-key", message: "No password was given." }));
        });
      });
    } finally {
      prompt.close();
      stderr.write("\n");
    }
  };
}
