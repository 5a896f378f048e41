import { createDecipheriv, pbkdf2Sync, scryptSync, timingSafeEqual } from "node:crypto";
import { scrypt } from "@noble/hashes/scrypt";
import { bytesToHex, type Hex, keccak256 } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { type KdfParams, type Keystore, KeystoreError } from "./keystore-file.ts";

/** The private key in a keystore. Takes a second or more, as the file says, in which nothing else runs. */
export function openKeystore(input: { keystore: Keystore; password: string }): Hex {
  const { address, crypto } = input.keystore;
  const derived = findDerivedKey(input);
  if (derived === undefined) throw new KeystoreError("cannot be opened with this password");
  const decipher = createDecipheriv("aes-128-ctr", derived.subarray(0, 16), crypto.cipherparams.iv);
  const opened = Buffer.concat([decipher.update(crypto.ciphertext), decipher.final()]);
  const privateKey = bytesToHex(Buffer.concat([Buffer.alloc(32 - opened.length), opened]));
  const actual = findAddress(privateKey);
  if (actual === undefined) throw new KeystoreError("holds 32 bytes that are no valid private key");
  if (address !== undefined && actual.toLowerCase() !== bytesToHex(address)) {
    // The file's checksum does not cover the address, so it can be changed without the password.
    throw new KeystoreError(`holds the key of ${actual}, but names another address: it was altered`);
  }
  return privateKey;
}

/** Undefined if the password is another one. */
function findDerivedKey({ keystore: { crypto }, password }: { keystore: Keystore; password: string }) {
  // The definition has the password as it was typed; ethers takes the same characters in one form.
  for (const typed of new Set([password, password.normalize("NFKC")])) {
    const derived = deriveKey({ password: typed, kdfparams: crypto.kdfparams });
    if (timingSafeEqual(toMac({ derived, ciphertext: crypto.ciphertext }), crypto.mac)) return derived;
  }
  return undefined;
}

/** The checksum that shows whether the password was right and the key is as it was written. */
export function toMac({ derived, ciphertext }: { derived: Buffer; ciphertext: Buffer }): Uint8Array {
  return keccak256(Buffer.concat([derived.subarray(16, 32), ciphertext]), "bytes");
}

function findAddress(privateKey: Hex) {
  try {
    return privateKeyToAddress(privateKey);
    // Stryker disable next-line BlockStatement: A function that ends without a return gives undefined, too.
  } catch {
    return undefined;
  }
}

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
