import { createCipheriv, randomBytes, randomUUID } from "node:crypto";
import { type Hex, hexToBytes } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { deriveKey, toMac } from "./open-keystore.ts";

/** As geth and ethers have it: a second and 256 MiB for each guess. */
const USUAL_N = 262_144;

/** A keystore file with this key, which the password opens; here, and in wallets and nodes. */
export function sealKeystore(input: {
  privateKey: Hex;
  password: string;
  /** Of scrypt; smaller only for tests. */
  n?: number;
}): string {
  const { privateKey, password, n = USUAL_N } = input;
  const [salt, iv] = [randomBytes(32), randomBytes(16)];
  const params = { dklen: 32, n, r: 8, p: 1 } as const;
  const derived = deriveKey({ password, kdfparams: { ...params, salt } });
  const cipher = createCipheriv("aes-128-ctr", derived.subarray(0, 16), iv);
  const ciphertext = Buffer.concat([cipher.update(hexToBytes(privateKey)), cipher.final()]);
  const keystore = {
    version: 3,
    id: randomUUID(),
    address: privateKeyToAddress(privateKey).slice(2).toLowerCase(),
    crypto: {
      cipher: "aes-128-ctr",
      cipherparams: { iv: iv.toString("hex") },
      ciphertext: ciphertext.toString("hex"),
      kdf: "scrypt",
      kdfparams: { ...params, salt: salt.toString("hex") },
      mac: Buffer.from(toMac({ derived, ciphertext })).toString("hex"),
    },
  };
  return `${JSON.stringify(keystore)}\n`;
}
