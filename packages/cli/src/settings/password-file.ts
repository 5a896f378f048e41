import { keyError } from "./key-error.ts";
import { readOwnFile } from "./read-own-file.ts";

/** The password in a file that nobody else can read or can have written: its one line. */
export function readPasswordFile(file: string): string {
  const { text, distrust } = readOwnFile(file, { isSecret: true });
  if (distrust !== undefined) throw keyError(`The password file ${file} is not used: ${distrust}.`);
  if (text === undefined) throw keyError(`There is no password file ${file}.`);
  const password = text.replace(/\r?\n$/, "");
  if (password === "") throw keyError(`The password file ${file} holds no password.`);
  if (/[\r\n]/.test(password)) {
    throw keyError(`The password file ${file} holds more than one line: a password is one.`);
  }
  return password;
}
