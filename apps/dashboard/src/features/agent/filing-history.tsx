"use client";

import { Card } from "../../shared/card.tsx";
import { ErrorState } from "../../shared/error-state.tsx";
import { formatCount } from "../../shared/format-number.ts";
import { Skeleton } from "../../shared/skeleton.tsx";
import type { Parties } from "../../shared/verdict.ts";
import { FilingItem } from "./filing-item.tsx";
import { useHistory } from "./use-history.ts";

const PLACEHOLDERS = ["a", "b", "c", "d"];

/** Everything that was ever filed for this agent, newest first. */
export function FilingHistory({ id, parties }: { id: string; parties: Parties }) {
  const history = useHistory(id);
  return (
    <Card
      title="Filing history"
      aside={
        history.filings === undefined ? null : (
          <span className="text-xs text-muted">
            {formatCount(history.total)} {history.total === 1 ? "filing" : "filings"}
          </span>
        )
      }
    >
      {history.filings === undefined ? (
        history.error !== null ? (
          <ErrorState state={history} />
        ) : (
          PLACEHOLDERS.map((key) => (
            <p key={key} className="h-10">
              <Skeleton className="w-80 max-w-full" />
            </p>
          ))
        )
      ) : (
        <ol>
          {history.filings.map((filing, index) => (
            <FilingItem
              // biome-ignore lint/suspicious/noArrayIndexKey: counted from the oldest, a filing's number never changes
              key={history.total - index}
              filing={filing}
              parties={parties}
              isLast={index === history.total - 1}
            />
          ))}
        </ol>
      )}
      {history.hasMore ? (
        <button
          type="button"
          onClick={history.loadMore}
          disabled={history.isLoadingMore}
          className="link mt-2 text-sm font-medium disabled:opacity-60 print:hidden"
        >
          {history.isLoadingMore ? "Loading older filings" : "Show older filings"}
        </button>
      ) : null}
    </Card>
  );
}
