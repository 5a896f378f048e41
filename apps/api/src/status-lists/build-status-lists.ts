import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { constants, deflate, gzip } from "node:zlib";
import {
  AGENTS_PER_LIST,
  BITS_PER_AGENT,
  toListBytes,
  toStatusListClaims,
} from "@agent-registry/protocol/signed";
import { type MemoryResponse, toMemoryResponse } from "../http/stored-response.ts";
import type { Signer } from "../signing/create-signer.ts";
import type { Standings } from "./read-standings.ts";

const toDeflated = promisify(deflate);
const toGzip = promisify(gzip);

/** The highest level takes five to ten times as long, and saves at most 3 %. */
const LEVEL = 6;

/** A way of compressing that has won is taken for this time without the other one. */
const BOTH_WAYS_SECONDS = 3_600;

/** A list's bytes as they were compressed last. */
type Compressed = { sha256: string; lst: string; strategy: number; bothAt: number };

/**
 * If the agents' statuses follow no pattern, looking for repetitions makes the list 10 % longer and takes ten times as
 * long; if whole fleets have the same status, it makes the list a fifth as long. So both ways are tried.
 */
async function compress(bytes: Uint8Array, strategies: number[]) {
  const tried = await Promise.all(
    strategies.map(async (strategy) => ({
      strategy,
      deflated: await toDeflated(bytes, { level: LEVEL, strategy }),
    })),
  );
  return tried.reduce((one, other) => (other.deflated.length < one.deflated.length ? other : one));
}

const BOTH_WAYS = [constants.Z_HUFFMAN_ONLY, constants.Z_DEFAULT_STRATEGY];

type Options = { signer: Signer; registryAddress: string; ttlSeconds: number; lifetimeSeconds: number };

/** Builds the signed lists of all agents, a million in each, ready to be sent. */
export function createBuildStatusLists({ signer, registryAddress, ttlSeconds, lifetimeSeconds }: Options) {
  /** By the list's number. Lists whose bytes have not changed are signed anew, and not compressed. */
  const compressed: Compressed[] = [];

  async function compressOnce(list: number, bytes: Uint8Array, now: number): Promise<Compressed> {
    const sha256 = createHash("sha256").update(bytes).digest("base64url");
    const last = compressed[list];
    if (last?.sha256 === sha256) return last;
    const isBoth = last === undefined || now - last.bothAt >= BOTH_WAYS_SECONDS;
    const { strategy, deflated } = await compress(bytes, isBoth ? BOTH_WAYS : [last.strategy]);
    const bothAt = isBoth ? now : last.bothAt;
    const made = { sha256, lst: deflated.toString("base64url"), strategy, bothAt };
    compressed[list] = made;
    return made;
  }

  return async function buildStatusLists(standings: Standings, issuedAt: number): Promise<MemoryResponse[]> {
    const places = standings.lastAgentId + 1;
    const lists: MemoryResponse[] = [];
    for (let list = 0; list * AGENTS_PER_LIST < places; list += 1) {
      const size = Math.min(AGENTS_PER_LIST, places - list * AGENTS_PER_LIST);
      const start = (list * AGENTS_PER_LIST * BITS_PER_AGENT) / 8;
      const bytes = standings.values.subarray(start, start + toListBytes(size).length);
      const { sha256, lst, strategy } = await compressOnce(list, bytes, issuedAt);
      const claims = toStatusListClaims({
        issuer: signer.issuer,
        chainId: standings.chainId,
        registry: registryAddress,
        block: standings.block,
        list,
        size,
        lst,
        sha256,
        issuedAt,
        ttlSeconds,
        lifetimeSeconds,
      });
      const response = toMemoryResponse(await signer.sign("statusList", claims));
      // What had no repetitions before it was written as text has none worth looking for now.
      response.gzipped = toGzip(response.body, { level: LEVEL, strategy });
      await response.gzipped;
      lists.push(response);
    }
    return lists;
  };
}
