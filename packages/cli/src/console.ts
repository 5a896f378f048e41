import { RegistryError } from "@agent-registry/sdk";
import { toErrorLine } from "./error-line.ts";
import type { MainProcess } from "./main.ts";
import { PartlyDoneError } from "./partly-done-error.ts";

export type Console = ReturnType<typeof createConsole>;

/** Where results and problems go: results to stdout, everything else to stderr. */
export function createConsole({ process }: { process: MainProcess }) {
  const wantsJson = process.argv.includes("--json");
  return {
    /** One result: an object for programs, lines for people. */
    print({ json, lines }: { json: unknown; lines: readonly string[] }): void {
      process.stdout.write(wantsJson ? `${JSON.stringify(json, withBigints)}\n` : `${lines.join("\n")}\n`);
    },

    /** For help texts, which are always for people. */
    write(text: string): void {
      process.stdout.write(text);
    },

    /** What is wrong with the arguments themselves. */
    complain(text: string): void {
      process.stderr.write(wantsJson ? `${JSON.stringify({ error: text.trim(), reason: "usage" })}\n` : text);
    },

    note(line: string): void {
      process.stderr.write(`${line}\n`);
    },

    setExitCode(code: number): void {
      process.exitCode = code;
    },

    /** A sentence for people; the stack only where somebody is looking for a bug. */
    fail(error: unknown): void {
      process.exitCode = 1;
      const line = toErrorLine(error);
      process.stderr.write(
        wantsJson
          ? `${JSON.stringify({ error: line, ...toFacts(error) }, withBigints)}\n`
          : `Error: ${line}\n`,
      );
      if (process.env.DEBUG) process.stderr.write(`${renderStack(error)}\n`);
    },
  };
}

/** What a program may want to know of an error, besides its sentence. */
function toFacts(error: unknown) {
  const { cause, done } = error instanceof PartlyDoneError ? error : { cause: error, done: undefined };
  const isKnown = cause instanceof RegistryError;
  const transactionHash = isKnown ? cause.transactionHash : undefined;
  return { reason: isKnown ? cause.reason : "unexpected", transactionHash, done };
}

function renderStack(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : `\nCaused by: ${renderStack(error.cause)}`;
  return `${error.stack}${cause}`;
}

function withBigints(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}
