import type { Filing, HistoryResponse } from "@agent-registry/protocol";
import { resources } from "../../api/resources.ts";
import { parsePageNumber } from "../../shared/url-state/page-numbers.ts";

/** A screenful first, then large pages: the API limits the number of requests. */
const FIRST_PAGE = 20;
const LATER_PAGE = 200;

/** How many pages load by themselves: for a long-lived agent's extract, for the reason of its status, or from an address. */
export const MOST_FILINGS_PAGES = 6;

/** The page of filings that begins after the `offset` newest ones. */
export function toFilingsPage(id: string, offset: number) {
  return resources.history({ id, limit: offset === 0 ? FIRST_PAGE : LATER_PAGE, offset });
}

/** Under which an agent's filings are kept, page by page. */
export function toFilingsKey(id: string): string[] {
  return [`${resources.agent(id).path}/filings`];
}

/** The first pages of filings, as a server gives them to a page. */
export function toFilingsList(id: string, offsets: readonly number[]) {
  const pages = offsets.map((offset) => ({ offset, resource: toFilingsPage(id, offset) }));
  return { key: toFilingsKey(id), pages };
}

/** How many pages of filings the address bar asks for. */
export function parseFilingsPages(params: Pick<URLSearchParams, "get">): number {
  return Math.min(parsePageNumber(params.get("filings")), MOST_FILINGS_PAGES);
}

/** After how many newer filings each of the first pages begins. */
export function toFilingsOffsets({ pages, total }: { pages: number; total: number }): number[] {
  const later = Array.from({ length: pages - 1 }, (_, index) => FIRST_PAGE + index * LATER_PAGE);
  return [0, ...later.filter((offset) => offset < total)];
}

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
