import { configFields } from "@agent-registry/service";
import { z } from "zod";

/** What signs the relayer's transactions: a key, a keystore with its password, or a signer that holds the key. */
export const signingFields = {
  RELAYER_KEY: configFields.privateKey().optional(),
  RELAYER_KEYSTORE: z.string().optional(),
  RELAYER_KEYSTORE_PASSWORD_FILE: z.string().optional(),
  RELAYER_SIGNER_URL: configFields.serviceUrl().optional(),
  RELAYER_ADDRESS: configFields.address().optional(),
};

export type SigningSettings = z.output<z.ZodObject<typeof signingFields>>;
type Name = keyof SigningSettings;

const WAYS = ["RELAYER_KEY", "RELAYER_KEYSTORE", "RELAYER_SIGNER_URL"] as const;
/** What a way to sign needs beside it, and what that is. */
const COMPANIONS = [
  ["RELAYER_KEYSTORE", "RELAYER_KEYSTORE_PASSWORD_FILE", "a file with its password"],
  ["RELAYER_SIGNER_URL", "RELAYER_ADDRESS", "the address that it signs for"],
] as const;

/** What must hold between the settings; each problem names the variable to change. */
export function findSigningProblems(
  settings: Partial<Record<Name, unknown>>,
): { name: Name; problem: string }[] {
  const isSet = (name: Name) => settings[name] !== undefined;
  const ways = WAYS.filter(isSet);
  if (ways.length === 0) {
    const problem = "is required: a private key (0x and 64 hex digits), unless one of the others is set";
    return [{ name: "RELAYER_KEY", problem: `${problem}: ${WAYS.slice(1).join(", ")}` }];
  }
  if (ways.length > 1) {
    const problem = `only one of ${WAYS.join(", ")} may be set`;
    return ways.map((name) => ({ name, problem }));
  }
  return COMPANIONS.flatMap(([way, companion, what]) => {
    if (isSet(way) === isSet(companion)) return [];
    const problem = isSet(way) ? `is required with ${way}: ${what}` : `is of use with ${way} alone`;
    return [{ name: companion, problem }];
  });
}
