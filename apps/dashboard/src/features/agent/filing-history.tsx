"use client";

import { feeds } from "../../api/resources.ts";
import { FeedLink } from "../../shared/links/outer-links.tsx";
import { Card } from "../../shared/page/card.tsx";
import { ErrorState } from "../../shared/page/error-state.tsx";
import { SkeletonLines } from "../../shared/page/skeleton.tsx";
import { formatCounted } from "../../shared/text/format-number.ts";
import { StateLink, useUrlState } from "../../shared/url-state/url-state.tsx";
import type { Parties } from "../../shared/verdict/filing-actor.ts";
import { AttestationsItem, FilingItem } from "./filing-item.tsx";
import { type Story, toStories } from "./filing-stories.ts";
import { parseFilingsPages } from "./filings-query.ts";
import { foldAttestations } from "./history-lines.ts";
import { PrintNote } from "./print-note.tsx";
import { type Filings, useOlderFilings } from "./use-filings.ts";

type Props = {
  history: Filings;
  agent: Parties & { agentId: number };
  isPast?: boolean;
};

/** Everything that was ever filed for this agent, newest first. */
export function FilingHistory({ history, agent, isPast = false }: Props) {
  const asked = parseFilingsPages(useUrlState().params);
  useOlderFilings({ history, isWanted: history.pageCount < asked });
  // The address has the next page loaded, but neither again after a failure nor without end.
  const loadMore = () => {
    const isByItself = history.canLoadByItself && history.loadMoreError === null;
    if (!isByItself && !history.isLoadingMore) history.loadMore();
  };
  const stories = toStories(history.filings ?? []);
  const render = (story: Story) => (
    <FilingItem key={story.number} story={story} agentId={agent.agentId} parties={agent} isPast={isPast} />
  );
  return (
    <Card
      title="Filing history"
      isLong
      aside={
        history.filings === undefined ? null : (
          <span className="flex items-baseline gap-4 text-xs text-muted">
            {formatCounted(history.total, "filing")}
            <FeedLink feed={feeds.agent(String(agent.agentId))} of={`agent ${agent.agentId}`} />
          </span>
        )
      }
    >
      {history.filings === undefined ? (
        history.error !== null ? (
          <ErrorState state={history} />
        ) : (
          <SkeletonLines count={4} line="h-10" className="w-80 max-w-full" />
        )
      ) : (
        <ol>
          {foldAttestations(stories).map((line) =>
            line.kind === "story" ? (
              render(line.story)
            ) : (
              <AttestationsItem
                key={line.stories[0]?.number}
                stories={line.stories}
                isLast={line.stories.at(-1)?.number === 1}
                render={render}
              />
            ),
          )}
        </ol>
      )}
      <PrintNote shown={history.filings?.length ?? 0} total={history.total} what="filings" />
      {history.loadMoreError === null || history.isLoadingMore ? null : (
        <p role="alert" className="mt-2 text-sm text-yellow print:hidden">
          {history.loadMoreError.kind === "rate-limited"
            ? "The older filings did not come: too many requests from your address. Try again in a minute."
            : "The older filings did not come: the register’s API does not answer. Try again."}
        </p>
      )}
      {history.hasMore ? (
        <p className="mt-2 text-sm print:hidden">
          <StateLink
            changes={{ filings: history.pageCount + 1 }}
            replace
            onFollow={loadMore}
            aria-disabled={history.isLoadingMore}
            className="link font-medium aria-disabled:opacity-60"
          >
            {history.isLoadingMore ? "Loading older filings" : "Show older filings"}
          </StateLink>
        </p>
      ) : null}
    </Card>
  );
}
