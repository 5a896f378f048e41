import {
  AsOfQuery,
  apiErrors,
  CACHE_TTL_MS,
  type ComplianceObjection,
  decide,
  findComplianceObjection,
  toTimestamp,
} from "@agent-registry/protocol";
import { HttpError, within } from "@agent-registry/service";
import type { Context } from "hono";
import type { AsOf, EntryKey, Moment, PastRecord } from "../index-store/index-reader.ts";
import { parseQuery } from "./parse-request.ts";
import type { RouteDeps } from "./route-deps.ts";

/** How long an answer may be kept once no reorganisation can change it any more. */
const FINAL_MAX_AGE_SECONDS = 86_400;
/** A silent node must not keep those waiting whose answer is there. */
const SAFE_TIMEOUT_MS = 500;

/** Exactly one of `time` and `block` in the query string. */
export function parseMoment(c: Context): Moment {
  const { time, block } = parseQuery(c, AsOfQuery);
  if (time !== undefined && block === undefined) return { time };
  if (block !== undefined && time === undefined) return { block };
  throw new HttpError(400, apiErrors.whichMoment);
}

type Deps = Pick<RouteDeps, "reader" | "blocks">;

/** What the index holds of a record at a moment, the moment in full, and how long that holds. */
export async function askAsOf({ reader, blocks }: Deps, { key, moment }: { key: EntryKey; moment: Moment }) {
  const found = await reader.findAsOf(key, moment);
  if (found === undefined) throw failure("the index holds no block yet");
  const { head, lastFiling, laterBlock, record } = found;
  const isByTime = "time" in moment;
  if (isByTime ? moment.time > head.timestamp : moment.block > head.number) throw notYet(head);
  const now = isByTime ? moment.time : await getBlockTime(blocks, { found, block: moment.block });
  const block = isByTime ? (lastFiling?.blockNumber ?? null) : moment.block;
  const isFinal = await isSafe(blocks, isByTime ? laterBlock : moment.block);
  return {
    asOf: { timestamp: toTimestamp(now), block },
    blockHash: lastFiling?.blockNumber === block ? lastFiling.blockHash : found.blockHash,
    now,
    record,
    maxAgeSeconds: isFinal ? FINAL_MAX_AGE_SECONDS : CACHE_TTL_MS.kya / 1000,
  };
}

/** The index remembers recent blocks, and those that hold a filing. */
async function getBlockTime(
  blocks: Deps["blocks"],
  { found, block }: { found: AsOf; block: number },
): Promise<number> {
  const { blockTime, lastFiling } = found;
  if (blockTime !== undefined) return blockTime;
  return lastFiling?.blockNumber === block ? lastFiling.timestamp : blocks.getTime(block);
}

/** If no node tells in time, the answer is right all the same, and is kept for a short time only. */
async function isSafe(blocks: Deps["blocks"], block: number | undefined): Promise<boolean> {
  if (block === undefined) return false;
  return await within(SAFE_TIMEOUT_MS, () => blocks.isSafe(block)).catch(() => false);
}

/** By the same judge as every other verdict, with the moment for now. */
export function judgePast({ consents, refusals, ...record }: PastRecord, now: number) {
  const { objections } = decide({ consents, refusals, ...record }, {}, now);
  // There is a record, so it was registered.
  const objection = findComplianceObjection(objections) as
    | Exclude<ComplianceObjection, "not-registered">
    | undefined;
  return {
    isCompliant: objection === undefined,
    reason: objection ?? ("active-and-attested" as const),
    consents,
    refusals,
  };
}

function notYet({ number, timestamp }: AsOf["head"]): HttpError {
  return new HttpError(400, apiErrors.notYet({ block: number, timestamp: toTimestamp(timestamp) }));
}

const failure = (reason: string) => new HttpError(500, apiErrors.rpcFailure(reason));
