import { pbkdf2, type ScryptOptions, scrypt } from "node:crypto";
import { promisify } from "node:util";
import type { KdfParams, ScryptParams } from "./keystore-file.ts";
import { scryptSingleBlock } from "./scrypt-single-block.ts";

const KEY_BYTES = 32;
/** From here on OpenSSL refuses blocks of r = 1. */
const SINGLE_BLOCK_LIMIT = 2 ** 16;

/** The bytes that a password stands for, by the parameters in the file. */
export function deriveKey({
  password,
  kdfparams,
}: {
  password: string;
  kdfparams: KdfParams;
}): Promise<Buffer> {
  const secret = Buffer.from(password, "utf8");
  if ("c" in kdfparams) {
    return promisify(pbkdf2)(secret, kdfparams.salt, kdfparams.c, KEY_BYTES, "sha256");
  }
  return deriveByScrypt(secret, kdfparams);
}

function deriveByScrypt(password: Buffer, { n, r, p, salt }: ScryptParams): Promise<Buffer> {
  if (r === 1 && n >= SINGLE_BLOCK_LIMIT) return scryptSingleBlock({ password, salt, n, p });
  const options: ScryptOptions = { N: n, r, p, maxmem: 128 * r * (n + p + 2) };
  return new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
