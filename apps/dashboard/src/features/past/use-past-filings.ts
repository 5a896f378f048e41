"use client";

import type { NumberedFiling } from "../agent/filings-query.ts";
import { type Filings, useFilings, useOlderFilings } from "../agent/use-filings.ts";

type PastFilings = {
  /** The history up to the moment, as if nothing had been filed since. */
  history: Filings;
  /** What was filed since, newest first; undefined while it loads. */
  since: NumberedFiling[] | undefined;
  /** More was filed since than the page loads by itself. */
  isSinceCut: boolean;
};

/** An agent's filings before and after a block; null while the block is not known. */
export function usePastFilings({ id, block }: { id: string; block: number | null }): PastFilings {
  const history = useFilings(id, { enabled: block !== null });
  const isThen = ({ filing }: NumberedFiling) => filing.blockNumber <= (block ?? 0);
  const then = history.filings?.filter(isThen);
  const isReached = then !== undefined && then.length > 0;
  const isUnderWay = useOlderFilings({ history, isWanted: block !== null && !isReached });
  const isKnown = block !== null && history.filings !== undefined && !isUnderWay;
  return {
    history: {
      ...history,
      filings: isKnown ? then : undefined,
      total: then?.[0]?.number ?? 0,
    },
    since: isKnown ? history.filings?.filter((filing) => !isThen(filing)) : undefined,
    isSinceCut: isKnown && !isReached,
  };
}
