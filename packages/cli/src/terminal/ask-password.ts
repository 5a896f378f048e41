import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { RegistryError } from "@agent-registry/sdk";

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
