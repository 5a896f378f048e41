import { pbkdf2, type ScryptOptions, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { scryptAsync } from "@noble/hashes/scrypt";
import type { KdfParams, ScryptParams } from "./keystore-file.ts";

const KEY_BYTES = 32;
/**
 * From here on OpenSSL, and so Node, refuses blocks of r = 1, as RFC 7914 says. The keystore definition's own example
 * has them, and so have files of widespread wallets.
 */
const SINGLE_BLOCK_LIMIT = 2 ** 16;

/** The bytes that a password stands for, by the parameters in the file. */
export function deriveKey({
  password,
  kdfparams,
}: {
  password: string;
  kdfparams: KdfParams;
}): Promise<Buffer> {
  const secret = Buffer.from(password);
  if ("c" in kdfparams) {
    return promisify(pbkdf2)(secret, kdfparams.salt, kdfparams.c, KEY_BYTES, "sha256");
  }
  return deriveByScrypt(secret, kdfparams);
}

async function deriveByScrypt(password: Buffer, { n, r, p, salt }: ScryptParams): Promise<Buffer> {
  const maxmem = 128 * r * (n + p + 2);
  if (r === 1 && n >= SINGLE_BLOCK_LIMIT) {
    return Buffer.from(await scryptAsync(password, salt, { N: n, r, p, dkLen: KEY_BYTES, maxmem }));
  }
  const options: ScryptOptions = { N: n, r, p, maxmem };
  return new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
