import {
  AsOfQuery,
  apiErrors,
  CACHE_TTL_MS,
  type ComplianceObjection,
  decide,
  FINAL_MAX_AGE_SECONDS,
  findComplianceObjection,
  toTimestamp,
} from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import type { Context } from "hono";
import type { AsOf, EntryKey, Moment, PastRecord } from "../index-store/index-reader.ts";
import { parseQuery } from "./parse-request.ts";
import type { RouteDeps } from "./route-deps.ts";

/** Exactly one of `time` and `block` in the query string. */
export function parseMoment(c: Context): Moment {
  const { time, block } = parseQuery(c, AsOfQuery);
  if (time !== undefined && block === undefined) return { time };
  if (block !== undefined && time === undefined) return { block };
  throw new HttpError(400, apiErrors.whichMoment);
}

/** What the index holds of a record at a moment, with the moment itself in full. */
export async function askAsOf(
  { reader, blocks }: Pick<RouteDeps, "reader" | "blocks">,
  { key, moment }: { key: EntryKey; moment: Moment },
) {
  const found = await reader.findAsOf(key, moment);
  if (found === undefined) throw failure("the index holds no block yet");
  const { head, lastFiling, record } = found;
  // A row that an earlier version wrote; the next block brings the time.
  if (head.timestamp === 0) throw failure("the time of the newest block is not known yet");
  if ("time" in moment ? moment.time > head.timestamp : moment.block > head.number)
    throw new HttpError(
      400,
      apiErrors.notYet({ block: head.number, timestamp: toTimestamp(head.timestamp) }),
    );
  const [now, block] =
    "time" in moment
      ? [moment.time, lastFiling?.blockNumber ?? null]
      : [await getBlockTime(found, moment.block), moment.block];
  const lastBlock = "time" in moment ? found.laterBlock : moment.block;
  // If no node tells, the answer is right all the same, and kept for a short time only.
  const isFinal = lastBlock !== undefined && (await blocks.isSafe(lastBlock).catch(() => false));
  return {
    asOf: { timestamp: toTimestamp(now), block },
    now,
    record,
    maxAgeSeconds: isFinal ? FINAL_MAX_AGE_SECONDS : CACHE_TTL_MS.kya / 1000,
  };

  /** A recent block's time is in the index; whoever asks about an old one may have it from a filing. */
  async function getBlockTime({ blockTime, lastFiling }: AsOf, block: number): Promise<number> {
    if (blockTime !== undefined) return blockTime;
    return lastFiling?.blockNumber === block ? lastFiling.timestamp : blocks.getTime(block);
  }
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

const failure = (reason: string) => new HttpError(500, apiErrors.rpcFailure(reason));
