import { mkdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StackError } from "./stack.ts";

const SQLITE_BUSY = 5;

/**
 * Takes the folder for this process, until it is released or the process ends. Another stack in the same
 * folder would delete the first one's databases under it. An empty SQLite file is the lock: the system frees
 * it with the process, however that ends, so that nothing is left to clear away, and the file may stay.
 * Keep what is returned: the garbage collector would free the folder with it.
 */
export function lockFolder(directory: string): { release(): void } {
  mkdirSync(directory, { recursive: true });
  const lock = new DatabaseSync(path.join(directory, "lock"));
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new StackError(
      `Another register is running in ${path.resolve(directory)}, started in another terminal. ` +
        "Stop it first, or set STACK_DIR to another folder to run a second one beside it.",
    );
  }
  return { release: () => lock.close() };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}
