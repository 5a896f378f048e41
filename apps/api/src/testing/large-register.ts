import type { Address, Hex } from "viem";
import { toActionNumber } from "../index/enforcement.ts";
import { type FilingData, type FilingKind, toKindNumber } from "../index/filing-data.ts";
import { HAFTUNGSPERSON } from "../index/parties.ts";
import type { AgentRow, FilingRow } from "../index/schema.ts";
import { toAgentRow, toParentId, toScope, toWallet } from "./write-register.ts";

/** In one round every agent files once. After eight days an eighth of them is overdue. */
const ROUND_SECONDS = 8 * 86_400;
const BLOCK_SECONDS = 2;
const BLOCKS_A_ROUND = ROUND_SECONDS / BLOCK_SECONDS;
const FLEET_SIZE = 10_000;
const AGENTS_A_PERSON = 20;
/** Their addresses follow those of the wallets. */
const PEOPLE_FROM = 90_000_000;
const CURRENCIES = ["USDC", "EUR", "ETH"];
const CATEGORIES = ["compute_services", "service_fees", "data_sales", "consulting"];

const toPerson = (number: number) => toWallet(PEOPLE_FROM + number) as Address;
const REGULATOR = toPerson(1);
/** Answers for ten thousand agents, and registered them. */
export const FLEET_OWNER = toPerson(0);

type Options = {
  agents: number;
  /** Of each agent, its registration among them: at least two. */
  filings: number;
  /** The number of a block that is two seconds old or less: the last round ends there. */
  lastBlock: number;
  toBlockTime(number: number): number;
  toBlockHash(number: number): Hex;
};

/**
 * A register with a past, each row computed from its number alone: ten million agents need no memory. All register in
 * turn; then each files once in a round: it attests, reports, is agreed to, suspended, taken back. Nothing in it
 * contradicts itself, so an index can go on from it.
 */
export function createLargeRegister({ agents, filings, lastBlock, ...options }: Options) {
  const firstBlock = lastBlock - filings * BLOCKS_A_ROUND + 1;
  const fleetStep = Math.max(1, Math.floor(agents / FLEET_SIZE));
  const people = Math.max(1, Math.floor(agents / AGENTS_A_PERSON));
  const hashes = { constitutionHash: toHash(1), capabilityHash: toHash(2) };
  let block = { number: 0, hash: toHash(0), timestamp: 0 };

  /** Blocks are asked for in order, or nearly so. */
  function toBlock(number: number): typeof block {
    if (block.number !== number)
      block = { number, hash: options.toBlockHash(number), timestamp: options.toBlockTime(number) };
    return block;
  }

  const toBlockNumber = (round: number, agentId: number) =>
    firstBlock + Math.floor(((round * agents + agentId - 1) * BLOCKS_A_ROUND) / agents);
  const toTime = (round: number, agentId: number) => options.toBlockTime(toBlockNumber(round, agentId));

  function toOwner(agentId: number): Address {
    return agentId % fleetStep === 0 ? FLEET_OWNER : toPerson(2 + (mix(agentId, 3) % people));
  }

  /** Suspended in the second round after its registration, and taken back in the third. */
  const isReviewed = (agentId: number) => agentId % 50 === 7 && filings > 5;
  const isTakenBack = (round: number, agentId: number) => round === 3 && isReviewed(agentId);

  function toKind(round: number, agentId: number): FilingKind {
    if (round === 0) return "registered";
    const isLast = round === filings - 1;
    if (agentId % 20 === 0) return isLast ? "status-changed" : "attested";
    if (isLast) return "attested";
    if (isReviewed(agentId) && (round === 2 || round === 3)) return "status-changed";
    if (round === 1 && agentId % 4 === 1) return "consent-given";
    return (agentId + round) % 3 === 0 ? "revenue-reported" : "attested";
  }

  /** The last round before this one in which the agent filed such a thing; 0 if there is none. */
  function findRound(kind: FilingKind, agentId: number, before: number): number {
    let round = before - 1;
    while (round > 0 && toKind(round, agentId) !== kind) round -= 1;
    return Math.max(0, round);
  }

  function toReport(round: number, agentId: number): FilingData["revenue-reported"] {
    const timestamp = toTime(round, agentId);
    const previous = findRound("revenue-reported", agentId, round);
    return {
      amount: mix(agentId, round) % 1_000_000,
      currency: CURRENCIES[agentId % CURRENCIES.length] ?? "",
      category: CATEGORIES[agentId % CATEGORIES.length] ?? "",
      periodStart: timestamp - 7 * 86_400,
      periodEnd: timestamp - 1,
      before: previous === 0 ? 0 : toTime(previous, agentId),
    };
  }

  function toData(kind: FilingKind, round: number, agentId: number): object {
    switch (kind) {
      case "registered": {
        const [haftungsperson, agentWallet] = [toOwner(agentId), toWallet(agentId)];
        return { haftungsperson, agentWallet, parentAgentId: toParentId(agentId), ...hashes };
      }
      case "revenue-reported":
        return toReport(round, agentId);
      case "consent-given": {
        const before = { consents: 5, refusals: 0, wallet_word: 0, haftungsperson_word: 0, parent_word: 0 };
        return { consents: 5 | HAFTUNGSPERSON, given: HAFTUNGSPERSON, before, ...hashes };
      }
      case "status-changed":
        return isTakenBack(round, agentId)
          ? { oldStatus: 1, newStatus: 0, reason: "The report was handed in" }
          : { oldStatus: 0, newStatus: 1, reason: `No report for quarter ${1 + (agentId % 4)}` };
      default:
        return { previousAttestation: toTime(findRound("attested", agentId, round), agentId) };
    }
  }

  function toReportRounds(agentId: number): number[] {
    const rounds: number[] = [];
    for (let round = 1; round < filings; round += 1)
      if (toKind(round, agentId) === "revenue-reported") rounds.push(round);
    return rounds;
  }

  return {
    agents,
    filings: agents * filings,
    last: toBlock(lastBlock),
    /** A moment in the middle of its past. */
    middleTime: toTime(Math.floor(filings / 2), 1),

    toAgent(agentId: number): AgentRow {
      const person = toOwner(agentId);
      const reports = toReportRounds(agentId);
      const isSuspended = toKind(filings - 1, agentId) === "status-changed";
      return {
        ...toAgentRow({ agentId, agents, scopeOf: toScope, now: 0 }),
        creator: person,
        haftungsperson: person,
        constitution_hash: hashes.constitutionHash,
        capability_hash: hashes.capabilityHash,
        registered_at: toTime(0, agentId),
        last_attestation: toTime(findRound("attested", agentId, filings), agentId),
        last_revenue_report: reports.length === 0 ? 0 : toTime(reports.at(-1) ?? 0, agentId),
        status: isSuspended ? 1 : 0,
        haftungsperson_word: filings > 2 && toKind(1, agentId) === "consent-given" ? 1 : 0,
        filing_count: filings,
        report_count: reports.length,
      };
    },

    toReports: (agentId: number) =>
      toReportRounds(agentId).map((round) => ({
        agentId,
        timestamp: toTime(round, agentId),
        ...toReport(round, agentId),
      })),

    toFiling(sequence: number): FilingRow {
      const [round, agentId] = [Math.floor((sequence - 1) / agents), ((sequence - 1) % agents) + 1];
      const kind = toKind(round, agentId);
      const { number, hash, timestamp } = toBlock(toBlockNumber(round, agentId));
      const isStatus = kind === "status-changed";
      return {
        sequence,
        agent_id: agentId,
        position: round,
        report_position: kind === "revenue-reported" ? countReports(round, agentId) : null,
        block_number: number,
        block_hash: hash,
        log_index: sequence - 1 - Math.ceil(((number - firstBlock) * agents) / BLOCKS_A_ROUND),
        transaction_hash: toHash(sequence),
        timestamp,
        actor: isStatus ? REGULATOR : kind === "consent-given" ? toOwner(agentId) : toWallet(agentId),
        kind: toKindNumber(kind),
        data: JSON.stringify(toData(kind, round, agentId)),
        enforcement: isStatus
          ? toActionNumber(isTakenBack(round, agentId) ? "reactivated" : "suspended")
          : null,
      };
    },
  };

  function countReports(before: number, agentId: number): number {
    return toReportRounds(agentId).filter((round) => round < before).length;
  }
}

/** 32 bits that look random, the same for the same numbers. */
function mix(number: number, salt: number): number {
  let bits = Math.imul(number ^ Math.imul(salt, 0x9e3779b1), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** 64 hexadecimal digits that compress as badly as a hash. */
function toHash(number: number): Hex {
  let digits = "";
  for (let salt = 1; salt <= 8; salt += 1) digits += mix(number, salt).toString(16).padStart(8, "0");
  return `0x${digits}`;
}
