import { readFileSync, statSync, writeFileSync } from "node:fs";
import { RegistryError, UntrustedProof } from "@agent-registry/sdk";
import type { Issuer, SignedBy } from "@agent-registry/sdk/offline";
import type { Address } from "viem";
import { getChainId } from "viem/actions";
import type { Session } from "../session/open-session.ts";
import { invalidInput } from "../terminal/errors.ts";

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
    throw invalidInput(`The file ${file} cannot be read (${(cause as { code?: string }).code}).`);
  }
  throw invalidInput(`The file ${file} is too large for what it should be.`);
}

/** Throws `UntrustedProof` if the file cannot be a proof. */
export function parseProofText(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UntrustedProof("malformed", `The file ${file} is no proof: it is not JSON.`);
  }
}

function parseKeys(text: string, file: string): NonNullable<Issuer["jwks"]> {
  let value: NonNullable<Issuer["jwks"]>;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidInput(`The file ${file} is not JSON.`);
  }
  if (Array.isArray(value?.keys)) return value;
  throw invalidInput(`The file ${file} holds no set of keys (JWKS).`);
}

const missing = (message: string) => new RegistryError({ reason: "missing-configuration", message });

/** The contract of this session's register, and its chain: as configured, or as the RPC node says. */
export async function getRegister({
  settings,
  reader,
}: Pick<Session, "settings" | "reader">): Promise<{ registry: Address; chainId: number }> {
  const { client } = reader();
  const { registryAddress: registry } = client;
  if (registry === undefined)
    throw missing("The Registry's address is not configured: give --registry (REGISTRY_ADDRESS).");
  return { registry, chainId: settings.chainId ?? (await getChainId(client.reader)) };
}

/** Never over an older one: each is evidence. */
export function keepToken(file: string, token: string): void {
  try {
    writeFileSync(file, `${token}\n`, { flag: "wx" });
  } catch (cause) {
    const { code } = cause as { code?: string };
    const why = code === "EEXIST" ? "it exists already, and is left alone" : `it cannot be written (${code})`;
    throw invalidInput(`Nothing was kept in ${file}: ${why}. Name another file.`, cause);
  }
}
