import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats, statSync } from "node:fs";
import path from "node:path";

const WRITABLE_BY_OTHERS = 0o022;
const READABLE_BY_OTHERS = 0o044;
/** In such a folder, as in `/tmp`, no user can replace what belongs to another. */
const STICKY = 0o1000;
const MAX_BYTES = 64 * 1024;

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
