import { toAgentStatus } from "@agent-registry/protocol";
import type { Address, Hex } from "viem";
import { type FilingData, type FilingKind, parseFiling } from "../filing-data.ts";
import { HAFTUNGSPERSON, toConsents, toRefusals, WALLET } from "../parties.ts";
import type { AsOf, EntryKey, PastRecord } from "../records.ts";
import { fromStoredText, toChecksumAddress } from "../stored-values.ts";
import type { AsOfRow } from "./as-of-query.ts";

type Found = { [Name in keyof AsOfRow]: NonNullable<AsOfRow[Name]> };
type Filing = ReturnType<typeof parseFiling> & { sequence: number; filedAt: number };

/** No record if the one that was found had another wallet then than the one that was asked for. */
export function toAsOf(rows: readonly AsOfRow[], key: EntryKey): AsOf | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  const found = first.agent_id === null ? undefined : toPastRecord(rows as Found[]);
  const isAsked = !("wallet" in key) || found?.agentWallet.toLowerCase() === key.wallet;
  const { last_block: blockNumber, last_block_hash: blockHash, last_timestamp: timestamp } = first;
  return {
    head: { number: first.head_number, hash: first.head_hash as Hex, timestamp: first.head_timestamp },
    lastFiling:
      blockNumber === null || blockHash === null || timestamp === null
        ? undefined
        : { blockNumber, blockHash: blockHash as Hex, timestamp },
    lastSequence: first.past_sequence,
    blockTime: first.block_time ?? undefined,
    blockHash: (first.block_hash ?? undefined) as Hex | undefined,
    laterBlock: first.later_block ?? undefined,
    record: isAsked ? found : undefined,
  };
}

function toPastRecord(rows: readonly Found[]): PastRecord {
  const row = rows[0] as Found;
  const filings = rows
    .map((filing) => ({ ...parseFiling(filing), sequence: filing.sequence, filedAt: filing.filed_at }))
    .sort((a, b) => a.sequence - b.sequence) as Filing[];
  const past = filings.filter(({ sequence }) => sequence <= row.past_sequence);
  const findLast = <Kind extends FilingKind>(kind: Kind) =>
    past.findLast((filing) => filing.kind === kind) as
      | { data: FilingData[Kind]; filedAt: number }
      | undefined;
  const registered = findLast("registered");
  if (registered === undefined) throw new Error(`The index lacks the registration of agent ${row.agent_id}`);
  const { haftungsperson, agentWallet, constitutionHash, capabilityHash } = registered.data;
  const { consents, refusals } = toWords(row, filings);
  return {
    agentId: row.agent_id,
    creator: row.creator as Address,
    haftungsperson: toChecksumAddress(
      findLast("haftungsperson-changed")?.data.newHaftungsperson ?? haftungsperson,
    ),
    agentWallet: toChecksumAddress(findLast("wallet-changed")?.data.newWallet ?? agentWallet),
    constitutionHash: (findLast("constitution-updated")?.data.newHash ?? constitutionHash) as Hex,
    capabilityHash: (findLast("capabilities-updated")?.data.newHash ?? capabilityHash) as Hex,
    operationalScope: fromStoredText(row.operational_scope),
    scopeHash: (rows[0]?.scope_hash ?? undefined) as Hex | undefined,
    parentAgentId: row.parent_agent_id,
    generation: row.generation,
    selfModifying: row.self_modifying === 1,
    registeredAt: row.registered_at,
    lastAttestation: findLast("attested")?.filedAt ?? row.registered_at,
    // Every change of it is a filing of its own, and every agent begins as Active.
    status: toAgentStatus(findLast("status-changed")?.data.newStatus ?? 0),
    isWalletReleased: findLast("wallet-released") !== undefined,
    consents: toConsents(consents),
    refusals: toRefusals(refusals),
  };
}

/** The registration does not say who agreed by it, but each later word holds what had been said before. */
function toWords(row: Found, filings: readonly Filing[]): PastWords {
  const words = filings.filter(isWord);
  const last = words.findLast(({ sequence }) => sequence <= row.past_sequence);
  return last === undefined ? (words[0]?.data.before ?? row) : toWordsAfter(last);
}

/** Who had agreed and who had refused, as bits. */
type PastWords = { consents: number; refusals: number };

type Word = Extract<
  ReturnType<typeof parseFiling>,
  {
    kind:
      | "consent-given"
      | "consent-refused"
      | "wallet-released"
      | "haftungsperson-changed"
      | "wallet-changed";
  }
>;

/** Filings of these kinds hold what the parties had said before them, and what they say now. */
function isWord(filing: Filing): filing is Filing & Word {
  return "before" in filing.data && typeof filing.data.before === "object";
}

/** A party's consent takes back its refusal, and the other way round. */
function toWordsAfter({ kind, data }: Word): PastWords {
  const { consents, refusals } = data.before;
  switch (kind) {
    case "consent-given":
      return { consents: data.consents, refusals: refusals & ~data.consents };
    case "consent-refused":
      return { consents: consents & ~data.refusals, refusals: data.refusals };
    case "wallet-released":
      return { consents, refusals };
    case "haftungsperson-changed":
      return { consents: consents | HAFTUNGSPERSON, refusals: refusals & ~HAFTUNGSPERSON };
    case "wallet-changed":
      return { consents: consents | WALLET, refusals };
  }
}
