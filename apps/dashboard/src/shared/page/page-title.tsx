import type { ReactNode } from "react";
import { PageLink } from "../links/page-link.tsx";

type PageTitleProps = { children: ReactNode; lead: ReactNode; aside?: ReactNode };

export function PageTitle({ children, lead, aside }: PageTitleProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 pt-8 pb-7 sm:pt-12">
      <div className="min-w-0">
        <h1 className="text-3xl sm:text-4xl">{children}</h1>
        <div className="mt-2 max-w-[52rem] text-lg text-muted">{lead}</div>
      </div>
      {aside}
    </div>
  );
}

type NothingHereProps = { title: string; lead: ReactNode; href?: string; link?: string };

/** In place of a page that there is not: what is missing, and where to go on. */
export function NothingHere({ title, lead, href = "/agents", link = "All agents" }: NothingHereProps) {
  return (
    <>
      <PageTitle lead={lead}>{title}</PageTitle>
      <PageLink href={href} className="link">
        {link}
      </PageLink>
    </>
  );
}

/** In place of an entry that there is not. */
export function NotOnRecord({ id }: { id: string }) {
  return (
    <NothingHere title={`Agent ${id} is not on record`} lead="Nothing is registered under this number." />
  );
}
