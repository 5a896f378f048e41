// For Node alone: `#key-file` of package.json leads elsewhere in a browser (no-key-file.ts).
import { readFileSync, statSync } from "node:fs";
import {
  isKeystore,
  KeystoreError,
  openKeystore,
  parseKeystore,
  parsePassword,
} from "@agent-registry/protocol/keystore";
import { RegistryError } from "./errors/registry-error.ts";
import { readOwnFile } from "./own-file.ts";

export { readOwnFile };

const MAX_BYTES = 64 * 1024;

/** A key, or its password, that is missing or cannot be used. The sentence never holds any of either. */
export function keyError(message: string): RegistryError {
  return new RegistryError({ reason: "missing-key", message });
}

/** The private key in a file. Opening an encrypted one takes a second or more. */
export function readKeyFile({
  file,
  passwordFile,
}: {
  file: string;
  passwordFile: string | undefined;
}): string {
  const text = findKeyText(file);
  if (text === undefined) throw missingKeyFile(file);
  if (!isKeystore(text)) return text.trim();
  if (passwordFile === undefined)
    throw keyError(
      `The key file ${file} is encrypted: name a file that holds its password with AGENT_KEY_PASSWORD_FILE.`,
    );
  try {
    return openKeystore({ keystore: parseKeystore(text), password: readPasswordFile(passwordFile) });
  } catch (error) {
    if (error instanceof KeystoreError) throw keyError(`The key file ${file} ${error.message}.`);
    throw error;
  }
}

export function missingKeyFile(file: string): RegistryError {
  return keyError(`There is no key file ${file}: make one with \`agent-registry keygen\`.`);
}

/** What a key file holds: hex, or a keystore. Undefined if there is no such file; throws if others can read it. */
export function findKeyText(file: string): string | undefined {
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    if (stats.isDirectory()) throw keyError(`The key file ${file} is a folder: name the file in it.`);
    if (stats.size > MAX_BYTES) throw keyError(`The key file ${file} is too large to hold a key.`);
    if (process.platform !== "win32" && (stats.mode & 0o077) !== 0) {
      throw keyError(
        `The key file ${file} can be read by others: run \`chmod 600 ${file}\`, and think of the key as known.`,
      );
    }
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof RegistryError) throw error;
    const { code } = error as { code?: string };
    throw keyError(`The key file ${file} cannot be read (${code}): check the path, and who may read it.`);
  }
}

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
