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

/**
 * If the agents' statuses follow no pattern, looking for repetitions makes the list 10 % longer; if whole
 * fleets have the same status, it makes the list a fifth as long. So both ways are tried.
 */
async function compress(bytes: Uint8Array): Promise<Buffer> {
  const [repeated, single] = await Promise.all([
    toDeflated(bytes, { level: LEVEL }),
    toDeflated(bytes, { level: LEVEL, strategy: constants.Z_HUFFMAN_ONLY }),
  ]);
  return repeated.length < single.length ? repeated : single;
}

/** The signed lists of all agents, a million in each, ready to be sent. */
export async function buildStatusLists(options: {
  standings: Standings;
  signer: Signer;
  registryAddress: string;
  issuedAt: number;
  ttlSeconds: number;
  lifetimeSeconds: number;
}): Promise<MemoryResponse[]> {
  const { standings, signer, registryAddress, ...times } = options;
  const places = standings.lastAgentId + 1;
  const lists: MemoryResponse[] = [];
  for (let list = 0; list * AGENTS_PER_LIST < places; list += 1) {
    const size = Math.min(AGENTS_PER_LIST, places - list * AGENTS_PER_LIST);
    const start = (list * AGENTS_PER_LIST * BITS_PER_AGENT) / 8;
    const bytes = standings.values.subarray(start, start + toListBytes(size).length);
    const claims = toStatusListClaims({
      issuer: signer.issuer,
      chainId: standings.chainId,
      registry: registryAddress,
      block: standings.block,
      list,
      size,
      lst: (await compress(bytes)).toString("base64url"),
      sha256: createHash("sha256").update(bytes).digest("base64url"),
      ...times,
    });
    const response = toMemoryResponse(await signer.sign("statusList", claims));
    response.gzipped = toGzip(response.body, { level: LEVEL });
    await response.gzipped;
    lists.push(response);
  }
  return lists;
}
