import type { Metadata } from "next";
import { PageLink } from "../shared/links/page-link.tsx";
import { PageTitle } from "../shared/page/page-title.tsx";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <>
      <PageTitle lead="The register has no page under this address.">There is no such page</PageTitle>
      <PageLink href="/agents" className="link">
        All agents
      </PageLink>
    </>
  );
}
