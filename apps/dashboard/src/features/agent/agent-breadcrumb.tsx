import { PageLink } from "../../shared/page-link.tsx";

export function AgentBreadcrumb({ id }: { id: string }) {
  return (
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
  );
}
