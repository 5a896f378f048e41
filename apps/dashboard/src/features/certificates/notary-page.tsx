"use client";

import { CERTIFICATES_A_PAGE, resources } from "../../api/resources.ts";
import { REFRESH_MS, useResource } from "../../api/use-resource.ts";
import { Hex } from "../../shared/links/hex.tsx";
import { PageLink } from "../../shared/links/page-link.tsx";
import { Answered } from "../../shared/page/error-state.tsx";
import { NothingHere } from "../../shared/page/page-title.tsx";
import { SkeletonSentence } from "../../shared/page/skeleton.tsx";
import { formatCounted } from "../../shared/text/format-number.ts";
import { parsePageNumber } from "../../shared/url-state/page-numbers.ts";
import { Pagination } from "../../shared/url-state/pagination.tsx";
import { useUrlState } from "../../shared/url-state/url-state.tsx";
import { CertificatesTable } from "./certificates-table.tsx";
import { NotaryStanding } from "./notaries-page.tsx";

/** A notary's standing, and everything that it has certified. */
export function NotaryPage({ address }: { address: string }) {
  const { params } = useUrlState();
  const page = parsePageNumber(params.get("page"));
  const state = useResource(resources.notary({ address, page }), {
    keepPrevious: true,
    refreshMs: REFRESH_MS,
  });
  const { data } = state;
  if (state.error?.kind === "not-found") return <NotANotary address={address} />;
  const totalPages = Math.ceil((data?.total ?? 0) / CERTIFICATES_A_PAGE);
  return (
    <>
      <div className="pt-8 pb-7 sm:pt-12">
        <h1 className="text-3xl sm:text-4xl">Notary</h1>
        <p className="mt-2 flex flex-wrap items-center gap-x-2">
          <Hex value={address} label="the notary" whole />
          <PageLink href="/notaries" className="link text-sm">
            All notaries
          </PageLink>
        </p>
        <div className="mt-3 max-w-[52rem] text-lg">
          {data === undefined ? (
            <SkeletonSentence shape="accredited, since 3 Oct 2026" />
          ) : (
            <>
              <NotaryStanding notary={data} />
              <p>
                {data.isAccredited
                  ? "It may certify who controls an address. That is its word, nothing more."
                  : "Its certificates stay on record, and no longer count."}
              </p>
            </>
          )}
        </div>
      </div>
      <Answered state={state}>
        <section aria-labelledby="certificates" className="card px-5 pt-5 pb-2 sm:px-6">
          <h2 id="certificates" className="mb-4 text-xl">
            Certificates
          </h2>
          <p role="status" className="mb-3 min-h-5 text-xs text-muted">
            {data === undefined ? "" : `${formatCounted(data.total, "certificate")} on record, newest first`}
          </p>
          {data?.data.length === 0 ? (
            <p className="pb-4 text-muted">
              {data.total === 0 ? "None of its certificates is on record." : "There is no such page."}
            </p>
          ) : (
            <div className={state.isPrevious ? "opacity-60" : ""}>
              <CertificatesTable of="notary" certificates={data?.data} />
            </div>
          )}
          {totalPages < 2 ? null : (
            <Pagination
              page={page}
              totalPages={totalPages}
              total={data?.total ?? 0}
              pageSize={CERTIFICATES_A_PAGE}
              isWaiting={state.isPrevious}
              onPage={() => window.scrollTo({ top: 0 })}
            />
          )}
        </section>
      </Answered>
    </>
  );
}

/** In place of a notary that there never was. */
export function NotANotary({ address }: { address: string }) {
  return (
    <NothingHere
      title="This is not a notary"
      lead={
        <>
          The register has never accredited <Hex value={address} label="the address" whole />.
        </>
      }
      href="/notaries"
      link="All notaries"
    />
  );
}
