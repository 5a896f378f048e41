import { toVisibleJson } from "@agent-registry/protocol/visible-text";
import { RegistryError, type WriteResult } from "@agent-registry/sdk";
import { stringify } from "viem";
import { PartlyDoneError, toErrorLine } from "./errors.ts";
import { renderFields, renderWrite, sanitize } from "./render.ts";

/** What to do about an error that depends on which register is asked. */
type Advice = { reasons: string[]; sentence: string };

type Output = {
  write(text: string): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
};

export type ConsoleProcess = Pick<NodeJS.Process, "argv" | "env" | "exitCode"> & {
  stdout: Output;
  stderr: Output & { isTTY?: boolean };
};

/** Not 1: the proof or token that was handed over proves nothing, and trying again would not help. */
const EXIT_REFUSED = 5;
const REFUSALS = new Set(["UntrustedProof", "UntrustedToken"]);
const isRefusal = (error: unknown): error is Error & { reason: string } =>
  error instanceof Error && REFUSALS.has(error.name);

/** On one line. What cannot be seen in a stranger's text shows as an escape. */
const toJson = (value: unknown) => toVisibleJson(stringify(value));

export type Console = ReturnType<typeof createConsole>;

/** What a write has changed: in a sentence, with what stands now and what may come next, and for programs. */
type News = {
  json: object;
  news: string;
  fields?: Record<string, string | undefined>;
  next?: readonly string[];
};

/** Where results and problems go: results to stdout, everything else to stderr. */
export function createConsole({ process }: { process: ConsoleProcess }) {
  const wantsJson = process.argv.includes("--json");
  let advice: Advice | undefined;

  /** One result: an object for programs, lines for people. */
  function print({ json, lines }: { json: unknown; lines: readonly string[] }): void {
    process.stdout.write(wantsJson ? `${toJson(json)}\n` : `${lines.join("\n")}\n`);
  }

  return {
    wantsJson,
    print,

    /** A result that was written, with its transaction. */
    printWrite(result: WriteResult, { json, news, fields, next = [] }: News): void {
      const lines = [news, ...renderFields({ ...fields, ...renderWrite(result) }), ...next];
      print({ json: { ...json, ...result }, lines });
    },

    /** For help texts, which are always for people. */
    write(text: string): void {
      process.stdout.write(text);
    },

    /** What is wrong with the arguments themselves, as the parser of arguments says it. */
    complain(text: string): void {
      const problem = text.trim().replace(/^error: /, "");
      const hint = "Run it with --help to see examples.";
      process.stderr.write(
        wantsJson
          ? `${toJson({ error: `${problem}\n${hint}`, reason: "usage" })}\n`
          : `Error: ${problem}\n${hint}\n`,
      );
    },

    note(line: string): void {
      process.stderr.write(`${line}\n`);
    },

    /** What a program may want to know, too, though it is neither a result nor an error. */
    inform(line: string, facts: Record<string, string> = {}): void {
      process.stderr.write(`${wantsJson ? toJson({ note: line, ...facts }) : line}\n`);
    },

    /** For errors of these reasons that may still come. */
    advise(given: Advice): void {
      advice = given;
    },

    /** Shows a person at a terminal what is waited for. */
    startWaiting(text: string): { end(): void } {
      if (wantsJson || !process.stderr.isTTY) return { end() {} };
      return startWaitLine(text, (line) => process.stderr.write(line));
    },

    setExitCode(code: number): void {
      process.exitCode = code;
    },

    /** A sentence for people; the stack only with DEBUG. */
    fail(error: unknown): void {
      process.exitCode = isRefusal(error) ? EXIT_REFUSED : 1;
      const facts = toFacts(error);
      const isAdvised = advice?.reasons.includes(facts.reason);
      const line = isAdvised ? `${toErrorLine(error)} ${advice?.sentence}` : toErrorLine(error);
      process.stderr.write(
        wantsJson
          ? `${toJson({ error: line, ...facts })}\n`
          : `Error: ${sanitize(line)}\n${toOperatorLine(error)}`,
      );
      if (process.env.DEBUG) process.stderr.write(`${renderStack(error)}\n`);
    },
  };
}

/** What a program may need to know of an error, besides its sentence. */
function toFacts(error: unknown) {
  const cause = toCause(error);
  const done = error instanceof PartlyDoneError ? error.done : undefined;
  const { transactionHash, requestId } = cause instanceof RegistryError ? cause : {};
  const isKnown = cause instanceof RegistryError || isRefusal(cause);
  return { reason: isKnown ? cause.reason : "unexpected", transactionHash, requestId, done };
}

/** Only if a service failed: what its caller did wrong needs no operator. */
function toOperatorLine(error: unknown): string {
  const cause = toCause(error);
  if (!(cause instanceof RegistryError) || !cause.isTemporary || cause.requestId === undefined) return "";
  return `If it stays so, tell the service's operator this request id: ${cause.requestId}\n`;
}

const toCause = (error: unknown) => (error instanceof PartlyDoneError ? error.cause : error);

function renderStack(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : `\nCaused by: ${renderStack(error.cause)}`;
  return `${error.stack}${cause}`;
}

const PATIENCE_MS = 2_000;
const STEP_MS = 250;
const MARKS = ["|", "/", "-", "\\"];
/** Takes away the line that stands at the cursor. */
const CLEAR = "\r\u001b[K";

/** A line at a terminal that moves for as long as something is waited for; nothing in the first two seconds. */
export function startWaitLine(text: string, write: (text: string) => unknown): { end(): void } {
  let steps = 0;
  let moving: NodeJS.Timeout | undefined;
  const show = () => {
    const seconds = Math.round((PATIENCE_MS + steps * STEP_MS) / 1_000);
    write(`${CLEAR}${MARKS[steps % MARKS.length]} ${text} (${seconds} s)`);
    steps += 1;
  };
  const patience = setTimeout(() => {
    show();
    moving = setInterval(show, STEP_MS).unref();
  }, PATIENCE_MS).unref();
  return {
    end() {
      clearTimeout(patience);
      clearInterval(moving);
      if (steps > 0) write(CLEAR);
      steps = 0;
    },
  };
}
