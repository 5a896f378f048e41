import { mkdirSync } from "node:fs";
import path from "node:path";
import { trySqliteLock } from "@agent-registry/service/sqlite-lock";
import { StackError } from "./stack.ts";

/**
 * Takes the folder for this process, until it is released or the process ends: another stack in the same
 * folder would delete the databases of the first.
 */
export function lockFolder(directory: string): { release(): void } {
  mkdirSync(directory, { recursive: true });
  const lock = trySqliteLock(path.join(directory, "lock"));
  if (lock !== null) return lock;
  throw new StackError(
    `Another register is running in ${path.resolve(directory)}, started in another terminal. ` +
      "Stop it first, or set STACK_DIR to another folder to run a second one beside it.",
  );
}
