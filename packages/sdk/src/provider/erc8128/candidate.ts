import { type Address, bytesToHex, getAddress, type Hex } from "viem";
import { Fault } from "./fault.ts";
import type { SignatureDialect } from "./signature-base.ts";
import {
  decodeBase64,
  parseByteSequences,
  parseSignatureInput,
  type SignatureInput,
} from "./structured-fields.ts";

/** The longest time for which a request may be signed. */
export const MAX_VALIDITY_SECONDS = 60;
/**
 * How far an agent's clock may be ahead. The draft advises 30 seconds, but a store of nonces that has just begun to
 * remember must refuse for as long.
 */
export const MAX_SECONDS_AHEAD = 10;
/** How far an agent's clock may be behind. */
export const MAX_SECONDS_BEHIND = 30;
const MAX_CANDIDATES = 8;
const MAX_NONCE_LENGTH = 128;
const TAG = "erc8128";

/** What a signature must cover in any case. */
const REQUIRED_COMPONENTS: Record<SignatureDialect, readonly string[]> = {
  erc8128: ["@scheme", "@authority", "@method", "@path", "@query"],
  "erc8128-legacy": ["@authority", "@method", "@path"],
};
const KEY_ID: Record<SignatureDialect, RegExp> = {
  erc8128: /^eip155:([1-9]\d{0,14}):(0x[0-9a-f]{40})$/,
  "erc8128-legacy": /^erc8128:([1-9]\d{0,14}):(0x[0-9a-fA-F]{40})$/,
};

type Header = (name: string) => string | undefined;

/** A signature that may be meant for us: what it covers has not been looked at. */
export type Candidate = { dialect: SignatureDialect; input: SignatureInput; signature: string | undefined };

/** A signature that counts if it is right. */
type ReadSignature = {
  dialect: SignatureDialect;
  wallet: Address;
  nonce: string;
  /** Seconds since the epoch. */
  created: number;
  expires: number;
  components: readonly string[];
  signatureParams: string;
  signature: Hex;
};

/** The signatures of a request that are in an accepted dialect; other tags are for other readers. */
export function findCandidates({
  header,
  dialects,
}: {
  header: Header;
  dialects: readonly SignatureDialect[];
}): Candidate[] {
  const inputField = header("signature-input");
  const signatureField = header("signature");
  if (inputField === undefined || signatureField === undefined) throw new Fault("signature_missing");
  const inputs = parseSignatureInput(inputField);
  const signatures = parseByteSequences(signatureField);
  const candidates: Candidate[] = [];
  for (const [label, input] of inputs) {
    const dialect = findDialect(input);
    if (dialect === undefined || !dialects.includes(dialect)) continue;
    candidates.push({ dialect, input, signature: signatures.get(label) });
  }
  if (candidates.length === 0) throw new Fault("no_acceptable_signature");
  if (candidates.length > MAX_CANDIDATES) throw new Fault("signature_too_large");
  return candidates;
}

/** By default the library writes no tag; its key ids are always its own. */
function findDialect({ parameters }: SignatureInput): SignatureDialect | undefined {
  const tag = parameters.get("tag");
  const keyId = parameters.get("keyid");
  const isLegacy = keyId?.kind === "string" && keyId.value.startsWith("erc8128:");
  if (tag === undefined) return isLegacy ? "erc8128-legacy" : undefined;
  if (tag.kind !== "string" || tag.value !== TAG) return undefined;
  return isLegacy ? "erc8128-legacy" : "erc8128";
}

type Circumstances = { chainId: number; header: Header; hasQuery: boolean; now: number };

/**
 * Everything about a candidate that is known without its body and without cryptography. Throws a `Fault`.
 */
export function readCandidate(
  { dialect, input, signature }: Candidate,
  { chainId, header, hasQuery, now }: Circumstances,
): ReadSignature {
  if (signature === undefined) throw new Fault("signature_input_invalid");
  const { parameters } = input;
  const wallet = readWallet({ dialect, input, chainId });
  if (parameters.has("alg")) throw new Fault("unsupported_algorithm");
  const { created, expires } = readTimes(input);
  if (now < created - MAX_SECONDS_AHEAD) throw new Fault("request_not_yet_valid");
  if (now > expires + MAX_SECONDS_BEHIND) throw new Fault("request_expired");
  const nonce = readNonce(input);
  const components = readComponents(input);
  const isPresent = (name: string) => header(name) !== undefined;
  const required = [
    ...REQUIRED_COMPONENTS[dialect],
    ...(hasQuery ? ["@query"] : []),
    ...(isPresent("content-digest") ? ["content-digest"] : []),
    ...(dialect === "erc8128" && isPresent("content-type") ? ["content-type"] : []),
  ];
  if (!required.every((name) => components.includes(name))) throw new Fault("insufficient_coverage");
  return {
    dialect,
    wallet,
    nonce,
    created,
    expires,
    components,
    signatureParams: input.text,
    signature: bytesToHex(decodeBase64(signature)),
  };
}

function readWallet({
  dialect,
  input,
  chainId,
}: Omit<Candidate, "signature"> & { chainId: number }): Address {
  const keyId = input.parameters.get("keyid");
  const [, chain, address] = (keyId?.kind === "string" && KEY_ID[dialect].exec(keyId.value)) || [];
  if (chain === undefined || address === undefined) throw new Fault("invalid_keyid");
  if (Number(chain) !== chainId) throw new Fault("unsupported_chain");
  return getAddress(address.toLowerCase());
}

function readTimes({ parameters }: SignatureInput): { created: number; expires: number } {
  const created = parameters.get("created");
  const expires = parameters.get("expires");
  if (created?.kind !== "integer" || expires?.kind !== "integer" || created.value < 0)
    throw new Fault("invalid_time");
  const validity = expires.value - created.value;
  if (validity <= 0) throw new Fault("invalid_time");
  if (validity > MAX_VALIDITY_SECONDS) throw new Fault("request_validity_too_long");
  return { created: created.value, expires: expires.value };
}

/** Without one, a request could be sent again and again. */
function readNonce({ parameters }: SignatureInput): string {
  const nonce = parameters.get("nonce");
  if (nonce === undefined) throw new Fault("nonce_required");
  if (nonce.kind !== "string" || nonce.value === "" || nonce.value.length > MAX_NONCE_LENGTH)
    throw new Fault("invalid_nonce");
  return nonce.value;
}

function readComponents({ components }: SignatureInput): string[] {
  const names = components.map(({ name }) => name);
  // Parts of a field, or fields of another message, are nothing that a provider would look at.
  if (components.some(({ hasParameters }) => hasParameters) || new Set(names).size < names.length)
    throw new Fault("signature_input_invalid");
  return names;
}

/**
 * The Accept-Signature header (RFC 9421, 5.1): what a signature of this request has to cover, in the newest draft's
 * dialect. The signer adds its `keyid` and a nonce of its own.
 */
export function toAcceptSignature(header: Header): string {
  const components = [
    ...REQUIRED_COMPONENTS.erc8128,
    ...(hasBody(header) ? ["content-digest"] : []),
    ...(header("content-type") === undefined ? [] : ["content-type"]),
  ];
  return `request=(${components.map((name) => `"${name}"`).join(" ")});created;expires;tag="erc8128"`;
}

/** As far as the head shows: not every request says how long its body is. */
function hasBody(header: Header): boolean {
  const length = header("content-length");
  if (length !== undefined) return Number(length) > 0;
  return ["content-digest", "transfer-encoding", "content-type"].some((name) => header(name) !== undefined);
}
