import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from "node:fs";

const OPEN_TO_OTHERS = 0o077;
const OPEN_TO_GROUP = 0o040;
const ROOT = 0;
const MAX_BYTES = 64 * 1024;

/** The text of a file that only its owner may read. `problem` goes on from the name of its variable. */
export function readSecretFile(file: string): { text: string } | { problem: string } {
  let descriptor: number;
  try {
    // A pipe would wait for ever.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    return { problem: `names a file that cannot be read (${(error as { code?: string }).code})` };
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.size > MAX_BYTES) return { problem: "must name a file with one secret" };
    // Windows does not know these modes.
    if (process.getuid !== undefined && !isOwnersAlone(stats, process.getuid()))
      return { problem: "names a file that other users can open: chmod 600 it" };
    return { text: readFileSync(descriptor, "utf8") };
  } finally {
    closeSync(descriptor);
  }
}

/**
 * systemd hands a credential over as a file of root's that an access control list opens to the service alone. Its mode
 * then shows the mask of that list where the rights of the group would be, and root's group is as good as root.
 */
export function isOwnersAlone(
  { mode, uid, gid }: Pick<Stats, "mode" | "uid" | "gid">,
  processUid: number,
): boolean {
  const open = mode & OPEN_TO_OTHERS;
  const isCredential = open === OPEN_TO_GROUP && uid === ROOT && gid === ROOT && processUid !== ROOT;
  return open === 0 || isCredential;
}
