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
import { parseQuery } from "../../http/parse-request.ts";
import type { BlockFacts } from "../../http/register.ts";
import type { AsOf, Moment, PastRecord } from "../../index/records.ts";
import { agreed, BLOCK, NOW, noRefusals } from "../shared/examples.ts";

/** How long an answer may be kept once no reorganisation can change it any more. */
const FINAL_MAX_AGE_SECONDS = 86_400;
/** A silent node must not keep a client waiting whose answer is there. */
const SAFE_TIMEOUT_MS = 500;

export const KEPT =
  "Holds for a day once no reorganisation of the chain can change it any more, until then for 1 minute";
export const WHICH_MOMENT =
  "or not exactly one of `time` and `block` was given; or the moment is later than the index: `Not yet: the register is at block <number> of <time>`";

export const stoodWell = {
  asOf: { timestamp: NOW, block: BLOCK.number },
  isCompliant: true,
  reason: "active-and-attested",
  consents: agreed,
  refusals: noRefusals,
} as const;

/** Exactly one of `time` and `block` in the query string. */
export function parseMoment(c: Context): Moment {
  const { time, block } = parseQuery(c, AsOfQuery);
  if (time !== undefined && block === undefined) return { time };
  if (block !== undefined && time === undefined) return { block };
  throw new HttpError(400, apiErrors.whichMoment);
}

/** The agent whose record was found. */
export function toFoundIds({ record }: AsOf): number[] {
  return record === undefined ? [] : [record.agentId];
}

/** The moment in full, and how long what was found of it holds. */
export async function describeMoment(found: AsOf, moment: Moment, blocks: BlockFacts) {
  const { head, lastFiling, laterBlock } = found;
  const isByTime = "time" in moment;
  if (isByTime ? moment.time > head.timestamp : moment.block > head.number) throw notYet(head);
  const now = isByTime ? moment.time : await getBlockTime(blocks, { found, block: moment.block });
  const block = isByTime ? (lastFiling?.blockNumber ?? null) : moment.block;
  const isFinal = await isSafe(blocks, isByTime ? laterBlock : moment.block);
  return {
    asOf: { timestamp: toTimestamp(now), block },
    blockHash: lastFiling?.blockNumber === block ? lastFiling.blockHash : found.blockHash,
    now,
    maxAgeSeconds: isFinal ? FINAL_MAX_AGE_SECONDS : CACHE_TTL_MS.kya / 1000,
  };
}

/** The index remembers recent blocks, and those that hold a filing. */
async function getBlockTime(
  blocks: BlockFacts,
  { found, block }: { found: AsOf; block: number },
): Promise<number> {
  const { blockTime, lastFiling } = found;
  if (blockTime !== undefined) return blockTime;
  return lastFiling?.blockNumber === block ? lastFiling.timestamp : blocks.getTime(block);
}

/** If no node answers in time, the answer is right all the same, and is kept for a short time only. */
async function isSafe(blocks: BlockFacts, block: number | undefined): Promise<boolean> {
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
