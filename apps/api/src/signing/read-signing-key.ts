import { createPrivateKey, type JsonWebKey, type KeyObject } from "node:crypto";
import { readSecretFile } from "@agent-registry/service";

/**
 * A P-256 private key, as PEM or JWK, from a file that only its owner may read. If the file holds none, a sentence says
 * what is wrong with it, without showing what stands in it.
 */
export function readSigningKey(file: string): { key?: KeyObject; problem?: string } {
  const read = readSecretFile(file);
  if ("problem" in read) return read;
  const key = parseKey(read.text);
  if (key === undefined)
    return { problem: "must hold a private key that is not encrypted, as PKCS#8 PEM or as JWK" };
  const isP256 =
    key.asymmetricKeyType === "ec" && key.asymmetricKeyDetails?.namedCurve?.toLowerCase() === "prime256v1";
  return isP256 ? { key } : { problem: "must hold a P-256 key, since the register signs by ES256 alone" };
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
