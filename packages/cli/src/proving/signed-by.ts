import { readFileSync, statSync } from "node:fs";
import { RegistryError, UntrustedProof } from "@agent-registry/sdk";
import type { Issuer, SignedBy } from "@agent-registry/sdk/offline";
import type { Session } from "../session/open-session.ts";
import { getRegister } from "./get-register.ts";

/** Who is believed to speak for the register. */
export type IssuerOptions = { issuer?: string; jwks?: string };

/** Receipts have about 1 kB, proofs some 30. */
const MAX_FILE_BYTES = 1_000_000;

/** The register of this session, and whose signature counts for it: the query API's, unless another is named. */
export async function getSignedBy(
  session: Pick<Session, "settings" | "reader">,
  { issuer, jwks }: IssuerOptions,
): Promise<SignedBy> {
  const name = issuer ?? session.reader().client.apiUrl;
  if (name === undefined)
    throw missing(
      "Whose signature counts? Name the register's address with --issuer or --api (REGISTRY_API_URL).",
    );
  const keys = jwks === undefined ? {} : { jwks: parseKeys(readText(jwks), jwks) };
  const { registry, chainId } = await getRegister(session);
  return { issuers: [{ issuer: name.replace(/\/+$/, ""), ...keys }], registry, chainId };
}

/** Only the query API signs. */
export function requireApiUrl({ reader }: Pick<Session, "reader">): string {
  const { apiUrl } = reader().client;
  if (apiUrl !== undefined) return apiUrl;
  throw missing("This needs the query API: give --api (REGISTRY_API_URL).");
}

/** The text of a file, which may come from a stranger. */
export function readText(file: string): string {
  try {
    if (statSync(file).size <= MAX_FILE_BYTES) return readFileSync(file, "utf8").trim();
  } catch (cause) {
    throw invalid(`The file ${file} cannot be read (${(cause as { code?: string }).code}).`);
  }
  throw invalid(`The file ${file} is too large for what it should be.`);
}

/** Throws `UntrustedProof` if the file cannot be a proof. */
export function parseProofText(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UntrustedProof("malformed", `The file ${file} is no proof: it is not JSON.`);
  }
}

function parseJsonText(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(`The file ${file} is not JSON.`);
  }
}

function parseKeys(text: string, file: string): NonNullable<Issuer["jwks"]> {
  const value = parseJsonText(text, file) as NonNullable<Issuer["jwks"]>;
  if (Array.isArray(value?.keys)) return value;
  throw invalid(`The file ${file} holds no set of keys (JWKS).`);
}

const invalid = (message: string) => new RegistryError({ reason: "invalid-input", message });
const missing = (message: string) => new RegistryError({ reason: "missing-configuration", message });
