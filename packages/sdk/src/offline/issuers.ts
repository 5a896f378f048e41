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

/** The names of the keys that an issuer publishes now. */
export type PublishedKeys = { issuer: string; kids: ReadonlySet<string> };

type IssuerKeys = {
  find: JWTVerifyGetKey;
  /** Asks which keys are published now. What is verified later is verified by these. */
  look(): Promise<PublishedKeys>;
};

const keysByIssuer = new WeakMap<Issuer, IssuerKeys>();

/** An issuer's keys: fetched when they are first needed, kept for ten minutes, and asked for again if one is unknown. */
export function getKeys(issuer: Issuer, fetch: Fetch | undefined): IssuerKeys {
  const known = keysByIssuer.get(issuer);
  if (known !== undefined) return known;
  const keys = createKeys(issuer, fetch);
  keysByIssuer.set(issuer, keys);
  return keys;
}

export function toKeysUrl({ issuer, jwksUrl }: Issuer): string {
  return jwksUrl ?? `${issuer}/.well-known/jwks.json`;
}

function createKeys(issuer: Issuer, fetch: Fetch | undefined): IssuerKeys {
  const toPublished = (jwks: JSONWebKeySet | undefined) => ({
    issuer: issuer.issuer,
    kids: new Set(jwks?.keys.flatMap(({ kid }) => kid ?? [])),
  });
  if (issuer.jwks !== undefined) {
    const published = toPublished(issuer.jwks);
    return { find: createLocalJWKSet(issuer.jwks), look: async () => published };
  }
  const find = createRemoteJWKSet(new URL(toKeysUrl(issuer)), {
    ...(fetch !== undefined && { [customFetch]: fetch }),
  });
  return {
    find,
    async look() {
      await find.reload();
      return toPublished(find.jwks());
    },
  };
}
