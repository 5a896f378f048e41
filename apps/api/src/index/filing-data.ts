import type { EventFields } from "../chain/decode-event.ts";
import type { AgentRow, FilingRow } from "./schema.ts";

/** A filing's kind is stored as its place in this list: append only. */
export const FILING_KINDS = [
  "registered",
  "attested",
  "revenue-reported",
  "capabilities-updated",
  "constitution-updated",
  "status-changed",
  "consent-given",
  "consent-refused",
  "wallet-released",
  "haftungsperson-proposed",
  "haftungsperson-changed",
  "wallet-proposed",
  "wallet-changed",
  "attester-changed",
  "person-certified",
  "certificate-accepted",
  "certificate-ended",
  "notary-added",
  "notary-removed",
] as const;

export type FilingKind = (typeof FILING_KINDS)[number];

/** What the parties had said before a filing: bits, and the numbers of the filings that hold their words. */
export type PartyWords = Pick<AgentRow, (typeof PARTY_WORDS)[number]>;
export const PARTY_WORDS = [
  "consents",
  "refusals",
  "wallet_word",
  "haftungsperson_word",
  "parent_word",
] as const;

/** The hashes on record when a party agreed: they show whether the record has changed since. */
export type AgreedHashes = { constitutionHash: string; capabilityHash: string };

/**
 * What a filing holds beside time and actor: what its event states, and what else it takes to take the filing back.
 * `before` is the old value in the agent's record, if the event does not state it.
 */
export type FilingData = {
  [K in Exclude<FilingKind, keyof OwnData>]: EventFields<K>;
} & OwnData;

/** Of these kinds a filing holds something else than its event states, or more. */
type OwnData = {
  registered: Pick<
    EventFields<"registered">,
    "haftungsperson" | "agentWallet" | "parentAgentId" | keyof AgreedHashes
  >;
  /** Bits of all parties that agree after it, and of those as which the actor agreed. */
  "consent-given": { consents: number; given: number; before: PartyWords } & AgreedHashes;
  "consent-refused": { refusals: number; suspends: boolean; before: PartyWords };
  "revenue-reported": EventFields<"revenue-reported"> & { before: number };
  /** Only if the Haftungsperson's refusal had suspended the agent, and this reactivates it. */
  "status-changed": EventFields<"status-changed"> & { endsRefusal?: true };
  "wallet-released": EventFields<"wallet-released"> & { before: PartyWords };
  "haftungsperson-changed": EventFields<"haftungsperson-changed"> & { before: PartyWords } & AgreedHashes;
  "wallet-changed": EventFields<"wallet-changed"> & { before: PartyWords } & AgreedHashes;
};

type StoredFiling = {
  [K in FilingKind]: { kind: K; data: FilingData[K] };
}[FilingKind];

export function toKindNumber(kind: FilingKind): number {
  return FILING_KINDS.indexOf(kind);
}

/** JSON escapes NUL characters, so every text can be stored on both engines. */
export function parseFiling(row: Pick<FilingRow, "kind" | "data">): StoredFiling {
  const kind = FILING_KINDS[row.kind];
  if (kind === undefined) throw new RangeError(`No filing kind has the number ${row.kind}`);
  return { kind, data: JSON.parse(row.data) } as StoredFiling;
}
