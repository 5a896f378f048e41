import { PageLink } from "./page-link.tsx";
import { PageTitle } from "./page-title.tsx";

/** In place of an entry that there is not. */
export function NotOnRecord({ id }: { id: string }) {
  return (
    <>
      <PageTitle lead="Nothing is registered under this number.">Agent {id} is not on record</PageTitle>
      <PageLink href="/agents" className="link">
        All agents
      </PageLink>
    </>
  );
}
