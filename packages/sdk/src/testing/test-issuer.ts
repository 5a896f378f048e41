import { deflateSync } from "node:zlib";
import {
  type ReceiptClaims,
  TOKEN_TYPES,
  type TokenKind,
  toBindingClaims,
  toListBytes,
  toListPlace,
  toReceiptClaims,
  toStatusListClaims,
} from "@agent-registry/protocol/signed";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from "jose";

export const ISSUER = "https://register.example";
export const CHAIN_ID = 84532;
export const REGISTRY = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512";
export const WALLET = "0x61b13c781397bdb68284f02961e16602b9ce8923";
export const HAFTUNGSPERSON = "0xa8d91b470c8e7e2dde59ec4b7d393efe37a290f7";
/** 2026-03-01T12:00:00Z */
export const NOW = 1_772_366_400;

export const block = { number: 308, hash: `0x${"6a".repeat(32)}` as const, timestamp: NOW - 2 };
const register = { chainId: CHAIN_ID, registry: REGISTRY };

/** A key pair under a register's name, and tokens that are signed with it. */
export async function createTestIssuer(issuer = ISSUER) {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  const published = { ...jwk, kid, alg: "ES256", use: "sig" };
  return {
    kid,
    privateKey,
    jwks: { keys: [published] },
    issuers: [{ issuer, jwks: { keys: [published] } }],
    sign: (kind: TokenKind, claims: object, header: Partial<JWTHeaderParameters> = {}) =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: "ES256", kid, typ: TOKEN_TYPES[kind], ...header })
        .sign(privateKey),
  };
}

type ReceiptFacts = Parameters<typeof toReceiptClaims>[0];

export const entry = {
  agentId: 5,
  status: "Active",
  lastAttestation: NOW - 1_000,
  haftungsperson: HAFTUNGSPERSON,
  consents: { wallet: true, haftungsperson: true, parent: false },
} as const satisfies ReceiptFacts["entry"];

export function receiptClaims(given: Partial<ReceiptFacts> = {}): ReceiptClaims {
  return toReceiptClaims({
    issuer: ISSUER,
    ...register,
    wallet: WALLET,
    entry,
    block,
    now: NOW,
    ttlSeconds: 300,
    ...given,
  }) as ReceiptClaims;
}

type BindingFacts = Parameters<typeof toBindingClaims>[0];

export function bindingClaims(given: Partial<BindingFacts> = {}) {
  return toBindingClaims({
    issuer: ISSUER,
    ...register,
    wallet: WALLET,
    agentId: 5,
    haftungsperson: HAFTUNGSPERSON,
    consents: entry.consents,
    registeredAt: NOW - 100_000,
    block: { ...block, timestamp: (given.now ?? NOW) - 2 },
    now: NOW,
    ...given,
  });
}

type ListFacts = Parameters<typeof toStatusListClaims>[0] & { bytes: Uint8Array };

/** A list in which agent 5, and every other agent, is in good standing. */
export function listClaims(given: Partial<ListFacts> = {}) {
  const bytes = given.bytes ?? toListBytes(100);
  return toStatusListClaims({
    issuer: ISSUER,
    ...register,
    block,
    list: toListPlace(5).list,
    size: 100,
    lst: deflateSync(bytes).toString("base64url"),
    sha256: "",
    issuedAt: NOW,
    ttlSeconds: 300,
    lifetimeSeconds: 900,
    ...given,
  });
}
