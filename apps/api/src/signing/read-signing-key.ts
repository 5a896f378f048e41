import { createPrivateKey, type JsonWebKey, type KeyObject } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from "node:fs";

const OPEN_TO_OTHERS = 0o077;
const OPEN_TO_GROUP = 0o040;
const ROOT = 0;
const MAX_BYTES = 64 * 1024;

/**
 * A P-256 private key, as PEM or JWK, from a file that only its owner may read. If the file holds none, a sentence says
 * what is wrong with it, without showing what stands in it.
 */
export function readSigningKey(file: string): { key?: KeyObject; problem?: string } {
  const { text, problem } = readOwnText(file);
  if (text === undefined) return { problem: problem ?? "cannot be read" };
  const key = parseKey(text);
  if (key === undefined)
    return { problem: "must hold a private key that is not encrypted, as PKCS#8 PEM or as JWK" };
  const isP256 =
    key.asymmetricKeyType === "ec" && key.asymmetricKeyDetails?.namedCurve?.toLowerCase() === "prime256v1";
  return isP256 ? { key } : { problem: "must hold a P-256 key, since the register signs by ES256 alone" };
}

function readOwnText(file: string): { text?: string; problem?: string } {
  let descriptor: number;
  try {
    // A pipe would wait for ever.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    return { problem: `names a file that cannot be read (${(error as { code?: string }).code})` };
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.size > MAX_BYTES) return { problem: "must name a file with one key" };
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

function parseKey(text: string): KeyObject | undefined {
  try {
    return text.trimStart().startsWith("{")
      ? createPrivateKey({ key: JSON.parse(text) as JsonWebKey, format: "jwk" })
      : createPrivateKey(text);
  } catch {
    // What the parser says may quote the key.
    return undefined;
  }
}
