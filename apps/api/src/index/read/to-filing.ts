import {
  ASSURANCE_LEVELS,
  checksumAddress,
  type Filing,
  PERSON_KINDS,
  type RegisterFiling,
  type RevenueReport,
  toAgentStatus,
  toTimestamp,
} from "@agent-registry/protocol";
import type { Kysely } from "kysely";
import type { Hash, Hex } from "viem";
import { type FilingData, parseFiling } from "../filing-data.ts";
import { fromProposal, toConsents, toRefusals, toRefused } from "../parties.ts";
import type { FilingRow, IndexSchema } from "../schema.ts";
import { type RecordThen, readRecordsThen, toAct } from "./actor-roles.ts";

/** How the API shows a field of a filing's data, whatever the filing's kind. All others are there to take it back. */
const SHOWN: Record<string, (value: never) => unknown> = {
  ...as(checksumAddress, "haftungsperson oldHaftungsperson newHaftungsperson person notary"),
  ...as(checksumAddress, "agentWallet oldWallet newWallet"),
  ...as(fromProposal, "oldProposal newProposal oldAttester newAttester"),
  ...as(toTimestamp, "previousAttestation periodStart periodEnd until"),
  ...as(toAgentStatus, "oldStatus newStatus"),
  ...as((number: number) => PERSON_KINDS[number - 1], "personKind"),
  ...as((number: number) => ASSURANCE_LEVELS[number - 1], "level"),
  ...as((value) => value, "parentAgentId oldHash newHash reason suspends ref amount currency category"),
};

function as<T>(show: (value: T) => unknown, fields: string) {
  return Object.fromEntries(fields.split(" ").map((field) => [field, show]));
}

/** The fields that are shown, in the order in which the filing has them. */
function toShown(data: object): object {
  const shown: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(data)) {
    const show = SHOWN[field];
    if (show !== undefined) shown[field] = show(value as never);
  }
  return shown;
}

export function toReport(data: FilingData["revenue-reported"]): Omit<RevenueReport, "reportedAt"> {
  return toShown(data) as Omit<RevenueReport, "reportedAt">;
}

/** Stored filings as the API returns them. */
export async function toFilings(db: Kysely<IndexSchema>, rows: readonly FilingRow[]): Promise<Filing[]> {
  const records = await readRecordsThen(db, rows);
  return rows.map((row) => toFiling(row, records.get(row.sequence)));
}

export function toFiling(row: FilingRow, record: RecordThen = {}): Filing {
  const filing = parseFiling(row);
  return {
    kind: filing.kind,
    timestamp: toTimestamp(row.timestamp),
    blockNumber: row.block_number,
    transactionHash: row.transaction_hash as Hex,
    actor: checksumAddress(row.actor),
    ...toAct(filing, row.actor, record),
    ...toDetails(filing),
  } as Filing;
}

function toDetails({ kind, data }: ReturnType<typeof parseFiling>): object {
  switch (kind) {
    case "registered": {
      const { parentAgentId, haftungsperson, agentWallet } = data;
      return toShown({ parentAgentId, haftungsperson, agentWallet });
    }
    case "consent-given":
      return { ...toConsents(data.consents), given: toConsents(data.given) };
    case "consent-refused": {
      const { refusals, suspends } = data;
      return { ...toRefusals(refusals), refused: toRefusals(toRefused(data)), suspends };
    }
    default:
      return toShown(data);
  }
}

/** The same with their places in the register and in the chain. */
export async function toRegisterFilings(
  db: Kysely<IndexSchema>,
  rows: readonly FilingRow[],
): Promise<RegisterFiling[]> {
  const records = await readRecordsThen(db, rows);
  return rows.map((row) => ({
    sequence: row.sequence,
    agentId: row.agent_id,
    ...toFiling(row, records.get(row.sequence)),
    blockHash: row.block_hash as Hash,
    logIndex: row.log_index,
  }));
}
