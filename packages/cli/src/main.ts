import { CommanderError } from "commander";
import { createProgram } from "./program.ts";
import { createAskPassword } from "./terminal/ask.ts";
import { type ConsoleProcess, createConsole } from "./terminal/console.ts";

export type MainProcess = ConsoleProcess &
  Pick<NodeJS.Process, "cwd"> &
  Parameters<typeof createAskPassword>[0];

/** Runs the command line as the process's arguments say. */
export async function main(process: MainProcess = globalThis.process): Promise<void> {
  for (const output of [process.stdout, process.stderr]) output.on("error", ignoreLostReader);
  const console = createConsole({ process });
  try {
    const askPassword = createAskPassword(process);
    const context = { console, env: process.env, cwd: process.cwd(), askPassword };
    await createProgram(context).parseAsync(process.argv);
  } catch (error) {
    // Commander has printed its own errors, and help is not an error.
    if (error instanceof CommanderError) console.setExitCode(error.exitCode);
    else console.fail(error);
  }
}

/** As in `agents | head`: the reader is gone. The command finishes, and its exit code states the result. */
function ignoreLostReader(error: Error & { code?: string }): void {
  if (error.code !== "EPIPE") throw error;
}
