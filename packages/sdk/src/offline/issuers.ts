import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from "jose";
import type { Fetch } from "../http/ask-json.ts";

/** A register that is believed, by the name that it signs with. */
export type Issuer = {
  /** As the operator has it in ISSUER_URL, letter by letter. */
  issuer: string;
  /** Where its keys are; below the issuer's own address if neither this nor `jwks` is given. */
  jwksUrl?: string;
  /** Its keys, if they are known already. Then none are fetched, and none but these are believed. */
  jwks?: JSONWebKeySet;
};

const keysByIssuer = new WeakMap<Issuer, JWTVerifyGetKey>();

/** An issuer's keys: fetched when they are first needed, kept for ten minutes, and asked for again if one is unknown. */
export function getKeys(issuer: Issuer, fetch: Fetch | undefined): JWTVerifyGetKey {
  const known = keysByIssuer.get(issuer);
  if (known !== undefined) return known;
  const keys =
    issuer.jwks === undefined
      ? createRemoteJWKSet(new URL(issuer.jwksUrl ?? `${issuer.issuer}/.well-known/jwks.json`), {
          ...(fetch !== undefined && { [customFetch]: fetch }),
        })
      : createLocalJWKSet(issuer.jwks);
  keysByIssuer.set(issuer, keys);
  return keys;
}
