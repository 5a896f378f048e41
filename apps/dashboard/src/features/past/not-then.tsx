"use client";

import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import type { AskedMoment } from "../../shared/asked-moment.ts";
import { ErrorState } from "../../shared/error-state.tsx";
import { formatExact } from "../../shared/format-time.ts";
import { toMomentWords } from "../../shared/moment-words.ts";
import { PageLink } from "../../shared/page-link.tsx";
import { LoadingNote } from "../../shared/skeleton.tsx";
import { NoAnswer } from "./no-answer.tsx";

type Props = { id: string; asked: Extract<AskedMoment, { kind: "past" }> };

/** There was no such agent then: it came later, or there never was one. */
export function NotThen({ id, asked }: Props) {
  const state = useResource(resources.agent(id));
  if (state.data === undefined)
    return state.error === null ? <LoadingNote what={`agent ${id}`} /> : <ErrorState state={state} />;
  const { registeredAt } = state.data.agent;
  return (
    <NoAnswer
      title="Not on record then"
      sentence={`Agent ${id} was not on record ${toMomentWords(asked)}: it was registered on ${formatExact(registeredAt)}.`}
    >
      <PageLink href={`/agents/${id}?at=${registeredAt}`} className="link">
        The entry as it was registered
      </PageLink>
      <PageLink href={`/agents/${id}`} className="link">
        Today’s entry
      </PageLink>
    </NoAnswer>
  );
}
