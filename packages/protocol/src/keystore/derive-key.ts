import { pbkdf2Sync, scryptSync } from "node:crypto";
import { scrypt } from "@noble/hashes/scrypt";
import type { KdfParams } from "./keystore-file.ts";

const KEY_BYTES = 32;
/**
 * From here on OpenSSL, and so Node, refuses blocks of r = 1, as RFC 7914 says. The keystore definition's own example
 * has them, and so have files of widespread wallets.
 */
const SINGLE_BLOCK_LIMIT = 2 ** 16;

/** The bytes that a password stands for, by the parameters in the file. */
export function deriveKey({ password, kdfparams }: { password: string; kdfparams: KdfParams }): Buffer {
  const secret = Buffer.from(password);
  if ("c" in kdfparams) return pbkdf2Sync(secret, kdfparams.salt, kdfparams.c, KEY_BYTES, "sha256");
  const { n, r, p, salt } = kdfparams;
  const maxmem = 128 * r * (n + p + 2);
  if (r === 1 && n >= SINGLE_BLOCK_LIMIT)
    return Buffer.from(scrypt(secret, salt, { N: n, r, p, dkLen: KEY_BYTES, maxmem }));
  return scryptSync(secret, salt, KEY_BYTES, { N: n, r, p, maxmem });
}
