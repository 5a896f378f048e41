import {
  BindingClaims,
  type Certified,
  type Party,
  toAccountAddress,
  toAccountName,
  toListPlace,
  toStatusListUri,
} from "@agent-registry/protocol/signed";
import type { Address } from "viem";
import { requireRecentBlock, requireTime } from "./require-time.ts";
import type { SignedBy } from "./verify-receipt.ts";
import { UntrustedToken, verifyToken } from "./verify-token.ts";

/** Which agent a wallet is, who answers for it, and where its standing is listed. Addresses in lower case. */
export type Binding = {
  issuer: string;
  wallet: Address;
  agentId: number;
  haftungsperson: Address;
  /** Who of those named has agreed: without its agreement a Haftungsperson answers for nothing. */
  consents: readonly Party[];
  /** Of what notaries have certified about the Haftungsperson the best, if any of it counts. */
  certified?: Certified | undefined;
  listUri: string;
  index: number;
  issuedAt: number;
  expiresAt: number;
  /** The name of the key that signed it. */
  kid: string;
  /** The last part of the token, by which it differs from others about the same wallet. */
  signature: string;
};

/** What a binding says, if a believed register signed it and it holds now. */
export async function verifyBinding(
  token: string,
  { now, ...signedBy }: SignedBy & { now: number },
): Promise<Binding> {
  const { claims, kid } = await readBinding(token, signedBy);
  const { list, index } = toListPlace(claims.agentId);
  const { idx, uri } = claims.status.status_list;
  if (idx !== index || uri !== toStatusListUri({ issuer: claims.iss, list }))
    throw new UntrustedToken("contradictory", "It leads to another place than the agent's in the lists.");
  requireTime(claims, { kind: "binding", now });
  requireRecentBlock(claims, signedBy.maxBlockLagSeconds);
  return {
    issuer: claims.iss,
    wallet: toAccountAddress(claims.sub),
    agentId: claims.agentId,
    haftungsperson: toAccountAddress(claims.haftungsperson),
    consents: claims.consents,
    ...(claims.certified !== undefined && { certified: claims.certified }),
    listUri: uri,
    index,
    issuedAt: claims.iat,
    expiresAt: claims.exp,
    kid,
    signature: copy(token.slice(token.lastIndexOf(".") + 1)),
  };
}

/** What a binding of this register says, and the name of the key that signed it, whether or not it still holds. */
export async function readBinding(
  token: string,
  { issuers, registry, chainId, fetch }: SignedBy,
): Promise<{ claims: BindingClaims; kid: string }> {
  const read = await verifyToken(token, { kind: "binding", schema: BindingClaims, issuers, fetch });
  const { sub, haftungsperson } = read.claims;
  for (const name of [sub, haftungsperson])
    if (name !== toAccountName({ chainId, address: toAccountAddress(name) }))
      throw new UntrustedToken("other-chain", `It is about accounts on another chain than ${chainId}.`);
  if (read.claims.registry !== toAccountName({ chainId, address: registry }))
    throw new UntrustedToken("other-registry", "It is about another register.");
  return read;
}

/** A slice would keep the whole token in memory, for each of a million agents. */
const copy = (text: string) => new TextDecoder().decode(new TextEncoder().encode(text));
