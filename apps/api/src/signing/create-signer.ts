import { createPublicKey, type KeyObject } from "node:crypto";
import { TOKEN_TYPES, type TokenKind } from "@agent-registry/protocol/signed";
import { calculateJwkThumbprint, exportJWK, type JWK, type JWTPayload, SignJWT } from "jose";

export type Signer = Awaited<ReturnType<typeof createSigner>>;

/** The one algorithm: WebCrypto has it everywhere, and so have hardware modules. */
const ALGORITHM = "ES256";

/** Signs what the register says. A relying party finds the keys in `jwks`, by their thumbprint (RFC 7638). */
export async function createSigner(options: {
  issuer: string;
  key: KeyObject;
  /** Published beside the present one, so that relying parties know it before it signs, or after it did. */
  otherKey?: KeyObject | undefined;
}) {
  const { issuer, key, otherKey } = options;
  const own = await toPublicJwk(key);
  const jwks = { keys: otherKey === undefined ? [own] : [own, await toPublicJwk(otherKey)] };
  return {
    issuer,
    jwks,
    /** A compact JWS. */
    sign: (kind: TokenKind, claims: Record<string, unknown>): Promise<string> =>
      new SignJWT(claims as JWTPayload)
        .setProtectedHeader({ alg: ALGORITHM, kid: own.kid ?? "", typ: TOKEN_TYPES[kind] })
        .sign(key),
  };
}

async function toPublicJwk(key: KeyObject): Promise<JWK> {
  const jwk = await exportJWK(createPublicKey(key));
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: ALGORITHM, use: "sig" };
}
