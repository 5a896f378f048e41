import { HAFTUNGSPERSON } from "../consents.ts";
import type { parseFiling } from "../filing-data.ts";

/** Who had agreed and who had refused, as bits. */
export type PastWords = { consents: number; refusals: number };

type Filing = ReturnType<typeof parseFiling>;
type Word = Extract<
  Filing,
  { kind: "consent-given" | "consent-refused" | "wallet-released" | "haftungsperson-changed" }
>;

/** Filings of these kinds tell what the parties had said before them, and what stood after. */
export function isWord<T extends Filing>(filing: T): filing is T & Word {
  return "before" in filing.data && typeof filing.data.before === "object";
}

/** A party's consent takes back its refusal, and the other way round. */
export function toWordsAfter({ kind, data }: Word): PastWords {
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
  }
}
