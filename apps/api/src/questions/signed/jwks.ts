import { JwksResponse } from "@agent-registry/protocol";
import { Hono } from "hono";
import type { DocumentPart } from "../../http/question.ts";
import { type Register, requireSigning } from "../../http/register.ts";
import { reply } from "../../http/reply.ts";
import { processErrors, signsNothing } from "../shared/errors.ts";

/** The keys that the register signs with, now and next. */
export function jwksRoute({ signing }: Pick<Register, "signing">) {
  return new Hono().get("/.well-known/jwks.json", (c) =>
    reply(c, {
      status: 200,
      body: JSON.stringify(requireSigning(signing).signer.jwks),
      headers: { "Content-Type": "application/jwk-set+json", "Cache-Control": "public, max-age=300" },
    }),
  );
}

export const jwksDocument: DocumentPart = {
  schemas: { Jwks: JwksResponse },
  routes: [
    {
      method: "get",
      path: "/.well-known/jwks.json",
      operationId: "getJwks",
      tag: "Signed statements",
      summary: "The keys that the register signs with, now and next",
      responses: {
        200: {
          description: "Holds for an hour",
          schema: JwksResponse,
          example: {
            keys: [
              {
                kty: "EC",
                crv: "P-256",
                x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
                y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
                kid: "oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U",
                alg: "ES256",
                use: "sig",
              },
            ],
          },
          contentType: "application/jwk-set+json",
        },
        ...signsNothing,
        ...processErrors,
      },
    },
  ],
};
