import { createRequire } from "node:module";
import type { Hex } from "viem";

/** The keystores of ox, which comes with viem: another implementation to compare with. */
export const ox = createRequire(createRequire(import.meta.url).resolve("viem"))("ox/Keystore") as {
  scrypt(options: object): [key: Hex, options: object];
  pbkdf2(options: object): [key: Hex, options: object];
  encrypt(privateKey: Hex, key: Hex, options: object): { crypto: { kdfparams: object } };
  decrypt(keystore: object, key: Hex): Hex;
  toKey(keystore: object, options: { password: string }): Hex;
};
