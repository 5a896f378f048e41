import { TOKEN_TYPES, type TokenKind } from "@agent-registry/protocol/signed";
import {
  compactVerify,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type ProtectedHeaderParameters,
} from "jose";
import type * as z from "zod/mini";
import type { Fetch } from "../http/ask-json.ts";
import { getKeys, type Issuer } from "./issuers.ts";

/** Why a signed statement is not believed, for programs to branch on. */
export type UntrustedTokenReason =
  // What it looks like.
  | "malformed"
  | "too-large"
  | "other-algorithm"
  | "forbidden-header"
  | "other-kind"
  // Who signed it.
  | "unknown-issuer"
  | "unknown-key"
  | "keys-unavailable"
  | "bad-signature"
  // What it says.
  | "contradictory"
  | "other-chain"
  | "other-registry"
  | "other-wallet"
  | "other-list"
  // When it says it.
  | "expired"
  | "not-yet-valid"
  | "too-old"
  | "too-long-lived"
  | "stale-block"
  | "block-from-the-future";

/** A signed statement that is not to be believed: a `reason` for programs, and a sentence that says why. */
export class UntrustedToken extends Error {
  override readonly name = "UntrustedToken";
  readonly reason: UntrustedTokenReason;

  constructor(reason: UntrustedTokenReason, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.reason = reason;
  }
}

const ALGORITHM = "ES256";
/** By these a token would bring its own key, or change what its other fields mean. */
const FORBIDDEN = ["jku", "jwk", "x5u", "x5c", "crit", "b64", "zip"];
const MAX_LENGTH: Record<TokenKind, number> = { receipt: 8_192, binding: 8_192, statusList: 1_048_576 };
const NAMES: Record<TokenKind, string> = {
  receipt: "a receipt",
  binding: "a binding",
  statusList: "a status list",
};

type VerifyTokenInput<Schema extends z.ZodMiniType> = {
  kind: TokenKind;
  schema: Schema;
  issuers: readonly Issuer[];
  fetch?: Fetch | undefined;
};

/**
 * What a token says and which key signed it, if one of these issuers signed it as a token of this kind. Nothing in the token decides how it is
 * checked: neither the algorithm, nor where the key is, nor what it is taken for. When it holds is for the caller to judge.
 */
export async function verifyToken<Schema extends z.ZodMiniType>(
  token: string,
  { kind, schema, issuers, fetch }: VerifyTokenInput<Schema>,
): Promise<{ claims: z.output<Schema>; kid: string }> {
  if (token.length > MAX_LENGTH[kind])
    throw new UntrustedToken("too-large", `This is longer than ${NAMES[kind]} can be.`);
  const kid = requireHeader(readHeader(token), kind);
  const issuer = findIssuer(token, issuers);
  const payload = await verifySignature(token, issuer, fetch);
  const parsed = schema.safeParse(payload);
  if (parsed.success) return { claims: parsed.data, kid };
  const [issue] = parsed.error.issues;
  throw new UntrustedToken(
    "malformed",
    `It is signed, but does not say what ${NAMES[kind]} says: ${issue?.path.join(".")}.`,
    { cause: parsed.error },
  );
}

export function readHeader(token: string): ProtectedHeaderParameters {
  try {
    return decodeProtectedHeader(token);
  } catch (cause) {
    throw new UntrustedToken("malformed", "This is not a signed token (a compact JWS).", { cause });
  }
}

/** The name of the key. */
function requireHeader(header: ProtectedHeaderParameters, kind: TokenKind): string {
  const { alg, typ, kid } = header;
  if (alg !== ALGORITHM)
    throw new UntrustedToken(
      "other-algorithm",
      `It names another algorithm than ${ALGORITHM}, the only one.`,
    );
  const forbidden = FORBIDDEN.find((name) => name in header);
  if (forbidden !== undefined)
    throw new UntrustedToken("forbidden-header", `Its header has ${forbidden}, which no register sets.`);
  if (typ !== TOKEN_TYPES[kind])
    throw new UntrustedToken("other-kind", `It is a token of another kind, not ${NAMES[kind]}.`);
  if (typeof kid !== "string" || kid === "")
    throw new UntrustedToken("unknown-key", "It does not name the key that it is signed with.");
  return kid;
}

function findIssuer(token: string, issuers: readonly Issuer[]): Issuer {
  let named: unknown;
  try {
    named = decodeJwt(token).iss;
  } catch (cause) {
    throw new UntrustedToken("malformed", "What is signed is not an object of claims.", { cause });
  }
  const found = issuers.find(({ issuer }) => issuer === named);
  if (found === undefined)
    throw new UntrustedToken("unknown-issuer", "It is not by a register that is believed here.");
  return found;
}

async function verifySignature(token: string, issuer: Issuer, fetch: Fetch | undefined): Promise<unknown> {
  try {
    const { payload } = await compactVerify(token, getKeys(issuer, fetch).find, { algorithms: [ALGORITHM] });
    return JSON.parse(new TextDecoder().decode(payload));
  } catch (cause) {
    throw explain(cause, issuer);
  }
}

function explain(cause: unknown, { issuer }: Issuer): UntrustedToken {
  const fail = (...[reason, message]: ConstructorParameters<typeof UntrustedToken>) =>
    new UntrustedToken(reason, message, { cause });
  if (cause instanceof errors.JWSSignatureVerificationFailed)
    return fail("bad-signature", `${issuer} has not signed this: the signature does not fit.`);
  if (cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JWKSMultipleMatchingKeys)
    return fail("unknown-key", `It is signed with a key that ${issuer} does not publish.`);
  if (cause instanceof errors.JWSInvalid || cause instanceof SyntaxError)
    return fail("malformed", "This is not a signed token (a compact JWS).");
  return fail("keys-unavailable", `The keys of ${issuer} cannot be had, so that nothing can be checked.`);
}
