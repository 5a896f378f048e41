import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The file with the key that the local register signs with. It is made once, so that what was signed stays checkable. */
export function ensureSigningKey(directory: string): string {
  const file = path.resolve(directory, "signing.key");
  if (existsSync(file)) return file;
  mkdirSync(directory, { recursive: true });
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  writeFileSync(file, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600, flag: "wx" });
  return file;
}
