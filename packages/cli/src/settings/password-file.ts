import { KeystoreError, parsePassword } from "@agent-registry/protocol/keystore";
import { keyError } from "./key-error.ts";
import { readOwnFile } from "./read-own-file.ts";

/** The password in a file that no other user can read or can have written: its one line. */
export function readPasswordFile(file: string): string {
  const { text, distrust } = readOwnFile(file, { isSecret: true });
  if (distrust !== undefined) throw keyError(`The password file ${file} is not used: ${distrust}.`);
  if (text === undefined) throw keyError(`There is no password file ${file}.`);
  try {
    return parsePassword(text);
  } catch (error) {
    if (error instanceof KeystoreError) throw keyError(`The password file ${file} ${error.message}.`);
    throw error;
  }
}
