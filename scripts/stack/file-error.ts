import { StackError } from "./stack.ts";

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
