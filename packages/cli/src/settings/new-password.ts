import { keyError, readPasswordFile } from "@agent-registry/sdk/key-file";
import type { PasswordSource } from "./unlock-key.ts";

const MIN_CHARACTERS = 8;

/** A password to encrypt with. What is typed unseen is typed twice: a slip would lock the key away for ever. */
export async function getNewPassword({ file, ask, names }: PasswordSource): Promise<string> {
  if (file !== undefined) return requireLength(readPasswordFile(file));
  if (ask === undefined) {
    throw keyError(
      `A key is encrypted with a password: run this at a terminal, or name a file that holds one with ${names}.`,
    );
  }
  const password = requireLength(
    await ask(`Password for the new key, ${MIN_CHARACTERS} characters or more: `),
  );
  if ((await ask("The same again: ")) === password) return password;
  throw keyError("The two passwords differ. Nothing was written.");
}

function requireLength(password: string): string {
  if (password.length >= MIN_CHARACTERS) return password;
  throw keyError(
    `The password is too short: it needs at least ${MIN_CHARACTERS} characters. Nothing was written.`,
  );
}
