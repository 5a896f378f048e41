import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { trySqliteLock } from "@agent-registry/service/sqlite";
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

/** What a person can mend: rights, space, or a folder that is none. */
const MENDABLE = new Set(["EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "ENOTDIR", "EEXIST", "EISDIR"]);
/** The lock, in a folder that can be read but not written. */
const SQLITE_ERROR = "ERR_SQLITE_ERROR";

/** A sentence if the stack's folder cannot be written and a person can mend that; else the same error. */
export function explainFileError(error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const code = String(error.code);
  // A port may be refused by the same codes.
  if (code !== SQLITE_ERROR && (!MENDABLE.has(code) || "port" in error)) return error;
  return new StackError(
    `The folder for the register's files cannot be used: ${error.message}.\n` +
      "Mend that, or set STACK_DIR to another folder.",
    { cause: error },
  );
}

/** The file with the key that the local register signs with. It is made once, so that what was signed stays checkable. */
export function ensureSigningKey(directory: string): string {
  const file = path.resolve(directory, "signing.key");
  if (existsSync(file)) return file;
  mkdirSync(directory, { recursive: true });
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  writeFileSync(file, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600, flag: "wx" });
  return file;
}
