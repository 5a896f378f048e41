import type { Metadata } from "next";
import Link from "next/link";
import { PageTitle } from "../shared/page-title.tsx";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <>
      <PageTitle lead="The register has no page under this address.">There is no such page</PageTitle>
      <Link href="/agents" className="link">
        All agents
      </Link>
    </>
  );
}
