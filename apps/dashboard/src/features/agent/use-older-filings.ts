"use client";

import { useEffect, useEffectEvent } from "react";
import type { Filings } from "./use-filings.ts";

/**
 * Loads older pages of a history, one after another, while something that stands on them is wanted. True while there is
 * hope: the page loads a number of pages by itself, and stops if one fails.
 */
export function useOlderFilings({ history, isWanted }: { history: Filings; isWanted: boolean }): boolean {
  const { filings, canLoadByItself, isLoadingMore, loadMoreError } = history;
  const isUnderWay = isWanted && filings !== undefined && canLoadByItself && loadMoreError === null;

  const loadMore = useEffectEvent(history.loadMore);
  useEffect(() => {
    if (isUnderWay && !isLoadingMore) loadMore();
  }, [isUnderWay, isLoadingMore]);

  return isUnderWay;
}
