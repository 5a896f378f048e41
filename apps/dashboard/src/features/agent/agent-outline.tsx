import type { ReactNode } from "react";
import { PageLink } from "../../shared/links/page-link.tsx";
import { LoadingNote, Skeleton } from "../../shared/page/skeleton.tsx";

const LINES = ["a", "b", "c", "d", "e", "f", "g", "h"];

/** The agent's page in grey, in the sizes that its content will have. */
export function AgentSkeleton({ id }: { id: string }) {
  return (
    // As tall as the screen, so that the footer is not seen to move when the content comes.
    <div className="min-h-dvh">
      <LoadingNote what={`agent ${id}`} />
      <div className="pt-8 pb-7 sm:pt-10">
        <p className="text-sm">
          <Skeleton className="w-16" />
        </p>
        <h1 className="mt-2 text-3xl sm:text-4xl">Agent {id}</h1>
        <p className="mt-2 text-lg">
          <Skeleton className="w-96 max-w-full" />
        </p>
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[1.5fr_1fr]">
        <div className="card p-6">
          {LINES.map((line) => (
            <p key={line} className="flex h-12 items-center gap-10 border-b border-line last:border-b-0">
              <Skeleton className="w-24" />
              <Skeleton className="w-64" />
            </p>
          ))}
        </div>
        <div className="card border-l-[5px] p-6">
          <p className="text-2xl">
            <Skeleton className="w-48" />
          </p>
          <p className="mt-2">
            <Skeleton className="w-72 max-w-full" />
          </p>
          <p className="mt-6">
            <Skeleton className="w-full" />
          </p>
        </div>
      </div>
    </div>
  );
}

/** The agent's number, and what can be done with the page beside it. */
export function AgentHead({ id, children }: { id: string; children: ReactNode }) {
  return (
    <>
      <nav aria-label="Breadcrumb" className="text-sm text-muted print:hidden">
        <ol className="flex gap-1.5">
          <li>
            <PageLink href="/agents" className="link">
              Agents
            </PageLink>
          </li>
          <li aria-hidden>/</li>
          <li aria-current="page">{id}</li>
        </ol>
      </nav>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-3xl sm:text-4xl">Agent {id}</h1>
        {children === null ? null : <div className="flex flex-wrap items-center gap-3">{children}</div>}
      </div>
    </>
  );
}
