"use client";

import { useServices } from "../../api/api-provider.tsx";
import { Hex } from "../../shared/links/hex.tsx";
import { PageLink } from "../../shared/links/page-link.tsx";
import { useRegistryState } from "../../shared/links/use-registry.ts";
import { Skeleton } from "../../shared/page/skeleton.tsx";

/** Where the data come from: chain, contract, API. */
export function SiteFooter() {
  const { registry, hasFailed } = useRegistryState();
  const { apiUrl } = useServices();
  return (
    <footer className="mx-auto w-full max-w-[1184px] px-4 sm:px-8">
      <div className="flex min-h-20 flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line py-6 text-xs text-muted">
        <p className="flex flex-wrap items-center gap-x-1.5">
          {registry === null ? (
            hasFailed ? (
              "Chain and contract are not known at the moment."
            ) : (
              <Skeleton className="w-56" />
            )
          ) : (
            <>
              {registry.name} · Registry <Hex value={registry.address} label="the registry’s address" />
            </>
          )}
        </p>
        <p className="flex flex-wrap gap-x-5 gap-y-1 print:hidden">
          <PageLink href="/trust" className="hover:text-ink hover:underline">
            Whom to believe
          </PageLink>
          <PageLink href="/trust#data" className="hover:text-ink hover:underline">
            Data: CC0
          </PageLink>
          <PageLink href="/notaries" className="hover:text-ink hover:underline">
            Notaries
          </PageLink>
          <PageLink href="/accessibility" className="hover:text-ink hover:underline">
            Accessibility
          </PageLink>
          <a href={`${apiUrl}/docs`} className="hover:text-ink hover:underline">
            Query API
          </a>
          <a href={`${apiUrl}/openapi.json`} className="hover:text-ink hover:underline">
            OpenAPI
          </a>
        </p>
      </div>
    </footer>
  );
}
