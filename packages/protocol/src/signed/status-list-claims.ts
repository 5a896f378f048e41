import * as z from "zod/mini";
import { AGENTS_PER_LIST, BITS_PER_AGENT } from "./status-list.ts";
import { BlockHash, LowerCaseAddress, Seconds, toStatusListUri, WholeNumber } from "./token.ts";

/** What a status list token says, without the draft's fields that the register does not use. */
export const StatusListClaims = z.object({
  iss: z.string(),
  sub: z.string(),
  iat: Seconds,
  exp: Seconds,
  ttl: Seconds,
  status_list: z.object({ bits: z.literal(BITS_PER_AGENT), lst: z.string() }),
  chain: z.object({
    id: z.string(),
    registry: LowerCaseAddress,
    block: WholeNumber,
    hash: BlockHash,
  }),
  /** The agent at place 0, and how many places there are: one beyond them is not registered yet. */
  first: WholeNumber,
  size: z.int().check(z.positive(), z.maximum(AGENTS_PER_LIST)),
  /** Of the bytes before they were compressed, so that changes of a list can later be given instead of it. */
  sha256: z.string(),
});
export type StatusListClaims = z.infer<typeof StatusListClaims>;

type Facts = {
  issuer: string;
  chainId: number;
  registry: string;
  block: { number: number; hash: string };
  list: number;
  size: number;
  /** The bytes, compressed by zlib and written as base64url. */
  lst: string;
  sha256: string;
  issuedAt: number;
  ttlSeconds: number;
  lifetimeSeconds: number;
};

export function toStatusListClaims(facts: Facts) {
  const { issuer, chainId, registry, block, list, size, lst, sha256, issuedAt } = facts;
  return {
    iss: issuer,
    sub: toStatusListUri({ issuer, list }),
    iat: issuedAt,
    exp: issuedAt + facts.lifetimeSeconds,
    ttl: facts.ttlSeconds,
    status_list: { bits: BITS_PER_AGENT, lst, aggregation_uri: `${issuer}/api/v1/status-lists` },
    chain: {
      id: `eip155:${chainId}`,
      registry: registry.toLowerCase(),
      block: block.number,
      hash: block.hash,
    },
    first: list * AGENTS_PER_LIST,
    size,
    sha256,
  };
}
