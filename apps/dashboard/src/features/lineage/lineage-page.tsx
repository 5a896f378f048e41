"use client";

import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { PageLink } from "../../shared/links/page-link.tsx";
import { ErrorState } from "../../shared/page/error-state.tsx";
import { PageTitle } from "../../shared/page/page-title.tsx";
import { LoadingNote, Skeleton } from "../../shared/page/skeleton.tsx";
import { LineageTree } from "./lineage-tree.tsx";
import { toExtent } from "./tree.ts";

const PLACEHOLDERS = ["w-40", "w-56", "w-48", "w-52", "w-44", "w-60"];

export function LineagePage({ id }: { id: string }) {
  const state = useResource(resources.lineage(id));
  const { data } = state;
  const parentId = useResource(resources.agent(id)).data?.agent.parentAgentId ?? 0;
  return (
    // A tree may be of any height: the footer starts below the first screen, so that nothing in sight moves.
    <div className="min-h-dvh print:min-h-0">
      <PageTitle
        lead={
          data === undefined ? (
            state.error === null ? (
              <Skeleton className="w-72" />
            ) : null
          ) : data.children.length === 0 && data.note === undefined ? (
            "This agent has no children."
          ) : (
            toExtent(data)
          )
        }
        aside={
          <p className="flex flex-wrap gap-x-5">
            {parentId === 0 ? null : (
              <PageLink href={`/lineage/${parentId}`} className="link">
                Lineage of its parent, agent {parentId}
              </PageLink>
            )}
            <PageLink href={`/agents/${id}`} className="link">
              Entry of agent {id}
            </PageLink>
          </p>
        }
      >
        Lineage of agent {id}
      </PageTitle>
      {data !== undefined ? (
        <LineageTree key={id} root={data} />
      ) : state.error !== null ? (
        <ErrorState state={state} />
      ) : (
        <div className="card p-6">
          <LoadingNote what="the lineage" />
          {PLACEHOLDERS.map((width) => (
            <p key={width} className="flex h-11 items-center">
              <Skeleton className={width} />
            </p>
          ))}
        </div>
      )}
    </div>
  );
}
