import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { keyError } from "@agent-registry/sdk/key-file";

/** Before a password is asked for, which would be in vain. */
export function requireNewFile(file: string): void {
  if (existsSync(file)) throw existsAlready(file);
}

/** Writes what only its owner may read; never over an existing file. */
export function writeKeyFile({ file, text }: { file: string; text: string }): void {
  const folder = path.dirname(path.resolve(file));
  try {
    // Not recursive: under some paths, such as /proc, Node would try to make the folders for ever.
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
    writeFileSync(file, text, { mode: 0o600, flag: "wx" });
  } catch (cause) {
    const { code } = cause as { code?: string };
    if (code === "EEXIST") throw existsAlready(file);
    throw keyError(
      `The key could not be written to ${file} (${code}): make the folder ${folder} first, where you may write, or name another file.`,
    );
  }
  // The umask may have removed bits.
  chmodSync(file, 0o600);
}

/** The folder of the git repository that a file would be committed to, if it lies in one. */
export function findWorkTree(file: string): string | undefined {
  for (let folder = path.dirname(path.resolve(file)); ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, ".git"))) return folder;
    if (folder === path.dirname(folder)) return undefined;
  }
}

function existsAlready(file: string) {
  return keyError(`${file} exists already and is left alone: name another file, or move it away first.`);
}
