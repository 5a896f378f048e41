/** What the routes that serve signed statements take and give beside the tokens themselves. */
import * as z from "zod/mini";

export const StatusListParam = z.object({
  list: z
    .string()
    .check(
      z.regex(/^\d{1,9}$/, "must be the number of a list"),
      z.meta({ description: "The agent's number divided by 2^20, rounded down", example: "0" }),
    ),
});

export const StatusListsResponse = z.object({ status_lists: z.array(z.string()) });

export const JwksResponse = z.object({
  keys: z.array(
    z.object({
      kty: z.literal("EC"),
      crv: z.literal("P-256"),
      x: z.string(),
      y: z.string(),
      kid: z.string().check(z.describe("The key's thumbprint by RFC 7638")),
      alg: z.literal("ES256"),
      use: z.literal("sig"),
    }),
  ),
});

/** A compact JWS, as the three kinds of token travel. */
export const TokenSchema = z.string().check(z.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/));
