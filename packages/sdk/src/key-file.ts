import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats, statSync } from "node:fs";
import path from "node:path";
import {
  isKeystore,
  KeystoreError,
  openKeystore,
  parseKeystore,
  parsePassword,
} from "@agent-registry/protocol/keystore";
import { RegistryError } from "./errors/registry-error.ts";

// For Node alone: `#key-file` of package.json leads elsewhere in a browser (no-key-file.ts).

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

const WRITABLE_BY_OTHERS = 0o022;
const READABLE_BY_OTHERS = 0o044;
/** In such a folder, as in `/tmp`, no user can replace what belongs to another. */
const STICKY = 0o1000;

/**
 * The text of a file that only this user can have written: neither the file, nor the folder that it is in, nor the
 * folder above may be changed by others; nor may others read it if it is secret. Empty if there is no such file;
 * `distrust` says why one is not read.
 */
export function readOwnFile(
  file: string,
  { isSecret = false }: { isSecret?: boolean } = {},
): { text?: string; distrust?: string } {
  let descriptor: number;
  try {
    // A link would lead to a file that was written for another purpose; a pipe would wait for ever.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "ENOENT" || code === "ENOTDIR") return {};
    return { distrust: code === "ELOOP" ? "it is a link" : `it cannot be read (${code})` };
  }
  try {
    const stats = fstatSync(descriptor);
    const distrust = findDistrust(file, stats) ?? (isSecret ? findReaders(stats) : undefined);
    return distrust === undefined ? { text: readFileSync(descriptor, "utf8") } : { distrust };
  } finally {
    closeSync(descriptor);
  }
}

function findReaders({ mode }: Stats): string | undefined {
  if (process.getuid === undefined || (mode & READABLE_BY_OTHERS) === 0) return undefined;
  return "other users can read it";
}

function findDistrust(file: string, stats: Stats): string | undefined {
  const folder = path.dirname(file);
  if (!stats.isFile()) return "it is not a file";
  if (stats.size > MAX_BYTES) return "it is too large";
  // Windows knows neither owners by number nor these modes.
  if (process.getuid === undefined) return undefined;
  const folderStats = statSync(folder);
  const isOwn = [stats, folderStats].every(({ uid }) => uid === process.getuid?.());
  if (!isOwn) return "it belongs to another user";
  const above = statSync(path.dirname(folder));
  const isOpen = (at: Stats) => (at.mode & WRITABLE_BY_OTHERS) !== 0;
  if (isOpen(stats) || isOpen(folderStats)) return "other users can write it";
  if (isOpen(above) && (above.mode & STICKY) === 0) return "other users can replace its folder";
  return undefined;
}
