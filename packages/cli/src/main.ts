import { CommanderError } from "commander";
import { createConsole } from "./console.ts";
import { createProgram } from "./program.ts";

export type MainProcess = Pick<NodeJS.Process, "argv" | "env" | "exitCode" | "cwd"> & {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
};

/** Runs the command line as the process's arguments say. */
export async function main(process: MainProcess = globalThis.process): Promise<void> {
  const console = createConsole({ process });
  try {
    await createProgram({ console, env: process.env, cwd: process.cwd() }).parseAsync(process.argv);
  } catch (error) {
    // Commander has printed its own errors, and help is not an error.
    if (error instanceof CommanderError) console.setExitCode(error.exitCode);
    else console.fail(error);
  }
}
