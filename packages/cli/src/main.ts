import { CommanderError } from "commander";
import { createConsole } from "./console.ts";
import { createProgram } from "./program.ts";

type Output = {
  write(text: string): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
};

export type MainProcess = Pick<NodeJS.Process, "argv" | "env" | "exitCode" | "cwd"> & {
  stdout: Output;
  stderr: Output;
};

/** Runs the command line as the process's arguments say. */
export async function main(process: MainProcess = globalThis.process): Promise<void> {
  for (const output of [process.stdout, process.stderr]) output.on("error", ignoreLostReader);
  const console = createConsole({ process });
  try {
    await createProgram({ console, env: process.env, cwd: process.cwd() }).parseAsync(process.argv);
  } catch (error) {
    // Commander has printed its own errors, and help is not an error.
    if (error instanceof CommanderError) console.setExitCode(error.exitCode);
    else console.fail(error);
  }
}

/** As in `agents | head`: nobody reads on. What was begun is finished, and the exit code tells of it. */
function ignoreLostReader(error: Error & { code?: string }): void {
  if (error.code !== "EPIPE") throw error;
}
