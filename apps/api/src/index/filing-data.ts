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
export type PartyWords = Pick<
  AgentRow,
  "consents" | "refusals" | "wallet_word" | "haftungsperson_word" | "parent_word"
>;

/** The hashes on record when a party agreed: they show whether the record has changed since. */
export type AgreedHashes = { constitutionHash: string; capabilityHash: string };

/**
 * What a filing holds beside time and actor. `before` is the old value in the agent's record, if the event
 * does not state it: with it every filing can be taken back.
 */
export type FilingData = {
  registered: { haftungsperson: string; agentWallet: string; parentAgentId: number } & AgreedHashes;
  attested: { previousAttestation: number };
  "revenue-reported": {
    amount: number;
    currency: string;
    category: string;
    periodStart: number;
    periodEnd: number;
    before: number;
  };
  "capabilities-updated": { oldHash: string; newHash: string };
  "constitution-updated": { oldHash: string; newHash: string };
  "status-changed": {
    oldStatus: number;
    newStatus: number;
    reason: string;
    /** Only if the Haftungsperson's refusal had suspended the agent, and this reactivates it. */
    endsRefusal?: true;
  };
  /** Bits of all parties that agree after it, and of those as which the actor agreed. */
  "consent-given": { consents: number; given: number; before: PartyWords } & AgreedHashes;
  "consent-refused": { refusals: number; suspends: boolean; before: PartyWords };
  "wallet-released": { agentWallet: string; before: PartyWords };
  "haftungsperson-proposed": { oldProposal: string; newProposal: string };
  "haftungsperson-changed": {
    oldHaftungsperson: string;
    newHaftungsperson: string;
    before: PartyWords;
  } & AgreedHashes;
  "wallet-proposed": { oldProposal: string; newProposal: string };
  "wallet-changed": { oldWallet: string; newWallet: string; before: PartyWords } & AgreedHashes;
  "attester-changed": { oldAttester: string; newAttester: string };
  "person-certified": {
    person: string;
    notary: string;
    /** The contract's numbers, from 1. */
    personKind: number;
    level: number;
    until: number;
    ref: string;
  };
  "certificate-accepted": { person: string; notary: string };
  "certificate-ended": { person: string; notary: string };
  "notary-added": { notary: string };
  "notary-removed": { notary: string };
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
