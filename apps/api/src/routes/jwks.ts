import { Hono } from "hono";
import { reply } from "../responses/reply.ts";
import { requireSigning, type SigningDeps } from "./signing.ts";

/** The keys that the register signs with, now and next. */
export function jwksRoute({ signing }: SigningDeps) {
  return new Hono().get("/.well-known/jwks.json", (c) =>
    reply(c, {
      status: 200,
      body: JSON.stringify(requireSigning(signing).signer.jwks),
      headers: { "Content-Type": "application/jwk-set+json", "Cache-Control": "public, max-age=300" },
    }),
  );
}
