import {
  AGENTS_PER_LIST,
  inflateCapped,
  StatusListClaims,
  TooLargeToInflate,
  toListBytes,
  toStatusListUri,
} from "@agent-registry/protocol/signed";
import { base64url } from "jose";
import { requireTime } from "./require-time.ts";
import type { SignedBy } from "./verify-receipt.ts";
import { UntrustedToken, verifyToken } from "./verify-token.ts";

/** How a million agents stand until the list expires. */
export type StatusList = {
  /** Two bits for each agent. */
  bytes: Uint8Array;
  issuer: string;
  /** As it was signed. */
  token: string;
  /** The name of the key that signed it. */
  kid: string;
  /** How many places there are. */
  size: number;
  block: { number: number; hash: `0x${string}` };
  issuedAt: number;
  expiresAt: number;
  ttlSeconds: number;
};

const MAX_BYTES = toListBytes(AGENTS_PER_LIST).length;
/** More often would be a burden for the register, and more rarely one for those who were suspended meanwhile. */
const TTL_SECONDS = { min: 30, max: 3_600 };

/** The list that was asked for at this address, if a believed register signed it and it holds now. */
export async function verifyStatusList(
  token: string,
  { uri, now, ...signedBy }: SignedBy & { uri: string; now: number },
): Promise<StatusList> {
  const { claims, kid } = await readListClaims(token, signedBy);
  const { iss, sub, iat, exp, ttl, chain, first, size } = claims;
  if (sub !== uri || uri !== toStatusListUri({ issuer: iss, list: first / AGENTS_PER_LIST }))
    throw new UntrustedToken("other-list", `It is another list than the one at ${uri}.`);
  requireTime(claims, { kind: "statusList", now });
  return {
    bytes: await toBytes(claims),
    issuer: iss,
    token,
    kid,
    size,
    block: { number: chain.block, hash: chain.hash },
    issuedAt: iat,
    expiresAt: exp,
    ttlSeconds: Math.min(TTL_SECONDS.max, Math.max(TTL_SECONDS.min, ttl)),
  };
}

/** What a list of this register says, with its bytes, whether or not it still holds. */
export async function readStatusList(token: string, signedBy: SignedBy) {
  const { claims } = await readListClaims(token, signedBy);
  return { claims, bytes: await toBytes(claims) };
}

async function readListClaims(token: string, { issuers, registry, chainId, fetch }: SignedBy) {
  const read = await verifyToken(token, { kind: "statusList", schema: StatusListClaims, issuers, fetch });
  const { chain } = read.claims;
  if (chain.id !== `eip155:${chainId}`)
    throw new UntrustedToken("other-chain", `It is about agents on another chain than ${chainId}.`);
  if (chain.registry !== registry.toLowerCase())
    throw new UntrustedToken("other-registry", "It is about another register.");
  return read;
}

async function toBytes({ status_list, size }: StatusListClaims): Promise<Uint8Array> {
  const bytes = await inflate(status_list.lst);
  if (bytes.length < toListBytes(size).length)
    throw new UntrustedToken("malformed", "The list is shorter than it says.");
  return bytes;
}

async function inflate(lst: string): Promise<Uint8Array> {
  try {
    return await inflateCapped(base64url.decode(lst), MAX_BYTES);
  } catch (cause) {
    if (cause instanceof TooLargeToInflate)
      throw new UntrustedToken("too-large", "It stands for more agents than a list can have.", { cause });
    throw new UntrustedToken("malformed", "The list is not compressed as lists are.", { cause });
  }
}
