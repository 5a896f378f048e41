import type { FilingRow } from "./schema.ts";

/** A filing's kind is stored as its place in this list: append only. */
export const FILING_KINDS = [
  "registered",
  "attested",
  "revenue-reported",
  "capabilities-updated",
  "constitution-updated",
  "status-changed",
  "consent-given",
] as const;

export type FilingKind = (typeof FILING_KINDS)[number];

/**
 * What a filing holds beside time and actor. `before` is the old value in the agent's record, if the event
 * does not tell it: with it every filing can be taken back.
 */
export type FilingData = {
  registered: { haftungsperson: string; agentWallet: string; parentAgentId: number };
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
  "status-changed": { oldStatus: number; newStatus: number; reason: string };
  "consent-given": { consents: number; before: number };
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
