"use client";

import { feeds } from "../../api/feeds.ts";
import { Card } from "../../shared/card.tsx";
import { ErrorState } from "../../shared/error-state.tsx";
import { FeedLink } from "../../shared/feed-link.tsx";
import type { Parties } from "../../shared/filing-actor.ts";
import { formatCounted } from "../../shared/format-number.ts";
import { Skeleton } from "../../shared/skeleton.tsx";
import { AttestationsItem } from "./attestations-item.tsx";
import { FilingItem } from "./filing-item.tsx";
import { type Story, toStories } from "./filing-stories.ts";
import { foldAttestations } from "./fold-attestations.ts";
import { PrintNote } from "./print-note.tsx";
import type { Filings } from "./use-filings.ts";

const PLACEHOLDERS = ["a", "b", "c", "d"];

type Props = {
  history: Filings;
  agent: Parties & { agentId: number };
  isPast?: boolean;
};

/** Everything that was ever filed for this agent, newest first. */
export function FilingHistory({ history, agent, isPast = false }: Props) {
  const stories = toStories(history.filings ?? []);
  const formerHaftungspersonen = stories.flatMap(({ filing }) =>
    filing.kind === "haftungsperson-changed" ? [filing.oldHaftungsperson] : [],
  );
  const render = (story: Story) => (
    <FilingItem
      key={story.number}
      story={story}
      agentId={agent.agentId}
      parties={{ ...agent, formerHaftungspersonen }}
      isPast={isPast}
    />
  );
  return (
    <Card
      title="Filing history"
      isLong
      aside={
        history.filings === undefined ? null : (
          <span className="flex items-baseline gap-4 text-xs text-muted">
            {formatCounted(history.total, "filing")}
            <FeedLink feed={feeds.agent(String(agent.agentId))} />
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
