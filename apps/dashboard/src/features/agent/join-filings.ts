import type { Filing, HistoryResponse } from "@agent-registry/protocol";

/** A filing with its number, counted from the agent's first: it never changes. */
export type NumberedFiling = { number: number; filing: Filing };

/**
 * Joins pages that were loaded one after another, newest first, into one list. A filing made between two
 * requests shifts the second page, so that it repeats the end of the first.
 */
export function joinFilings(pages: readonly HistoryResponse[]): NumberedFiling[] {
  const byNumber = new Map<number, Filing>();
  for (const { total, offset, data } of pages) {
    data.forEach((filing, index) => {
      const number = total - offset - index;
      if (!byNumber.has(number)) byNumber.set(number, filing);
    });
  }
  return [...byNumber].map(([number, filing]) => ({ number, filing }));
}
