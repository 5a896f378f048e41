import { createPrivateKey, type JsonWebKey, type KeyObject } from "node:crypto";
import { configFields, readSecretFile } from "@agent-registry/service";
import { z } from "zod";

const keyFile = () =>
  z
    .string()
    .transform((file, context) => {
      const { key, problem } = readSigningKey(file);
      if (key !== undefined) return key;
      context.addIssue({ code: "custom", message: problem ?? "cannot be read" });
      return z.NEVER;
    })
    .optional();

/** Without a key the register signs nothing. */
export const signingFields = {
  SIGNING_KEY_FILE: keyFile(),
  /** Published beside the present key: one that will sign, or one that did until a day ago. */
  SIGNING_KEY_NEXT_FILE: keyFile(),
  /** What the register calls itself in what it signs, and where relying parties reach it. */
  ISSUER_URL: configFields.publicUrl("this API").optional(),
  /** How long the operator stands by a compliant verdict. */
  RECEIPT_TTL_SECONDS: configFields.wholeNumber({ fallback: 300, min: 30, max: 3_600 }),
  /** After this time a relying party asks for a newer list. */
  STATUS_LIST_TTL_SECONDS: configFields.wholeNumber({ fallback: 300, min: 30, max: 3_600 }),
  /** After this time a list decides nothing any more. */
  STATUS_LIST_LIFETIME_SECONDS: configFields.wholeNumber({ fallback: 900, min: 60, max: 86_400 }),
  STATUS_LIST_BUILD_SECONDS: configFields.wholeNumber({ fallback: 60, min: 5, max: 3_600 }),
};

type SigningSettings = z.output<z.ZodObject<typeof signingFields>>;

/** What must hold between the settings; each problem names the variable to change. */
export function findSigningProblems(
  settings: SigningSettings,
): { name: keyof SigningSettings; problem: string }[] {
  const { SIGNING_KEY_FILE: key, SIGNING_KEY_NEXT_FILE: next } = settings;
  const problems: { name: keyof SigningSettings; problem: string }[] = [];
  if (key !== undefined && settings.ISSUER_URL === undefined)
    problems.push({
      name: "ISSUER_URL",
      problem: "is required with SIGNING_KEY_FILE: the public address of this API",
    });
  if (key === undefined && next !== undefined)
    problems.push({ name: "SIGNING_KEY_NEXT_FILE", problem: "is of use with SIGNING_KEY_FILE alone" });
  if (key !== undefined && next?.equals(key) === true)
    problems.push({ name: "SIGNING_KEY_NEXT_FILE", problem: "must hold another key than SIGNING_KEY_FILE" });
  const needed = settings.STATUS_LIST_TTL_SECONDS + settings.STATUS_LIST_BUILD_SECONDS;
  if (settings.STATUS_LIST_LIFETIME_SECONDS < needed)
    problems.push({
      name: "STATUS_LIST_LIFETIME_SECONDS",
      // Otherwise a list would expire for relying parties that refresh it when they should.
      problem: `must be at least STATUS_LIST_TTL_SECONDS and STATUS_LIST_BUILD_SECONDS together (${needed})`,
    });
  return problems;
}

/**
 * A P-256 private key, as PEM or JWK, from a file that only its owner may read. If the file holds none, a sentence says
 * what is wrong with it, without showing what stands in it.
 */
function readSigningKey(file: string): { key?: KeyObject; problem?: string } {
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
