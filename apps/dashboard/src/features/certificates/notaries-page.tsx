"use client";

import type { NotariesResponse } from "@agent-registry/protocol";
import { resources } from "../../api/resources.ts";
import { REFRESH_MS, useResource } from "../../api/use-resource.ts";
import { Hex } from "../../shared/links/hex.tsx";
import { PageLink } from "../../shared/links/page-link.tsx";
import { Answered } from "../../shared/page/error-state.tsx";
import { PageTitle } from "../../shared/page/page-title.tsx";
import { type RegisterColumn, RegisterTable } from "../../shared/page/register-table.tsx";
import { formatCount, formatCounted } from "../../shared/text/format-number.ts";
import { formatDate } from "../../shared/time/format-time.ts";

type Notary = NotariesResponse["data"][number];

const COLUMNS: RegisterColumn<Notary>[] = [
  {
    header: "Notary",
    className: "overflow-visible lg:w-108 max-md:order-1 max-md:col-span-2",
    skeleton: "w-40",
    cell: (notary) => <Hex of="notary" value={notary.notary} label="the notary" />,
  },
  {
    header: "Standing",
    className: "max-md:order-2",
    skeleton: "w-40",
    cell: (notary) => <NotaryStanding notary={notary} />,
  },
  {
    header: "Certificates",
    className: "md:w-32 text-right max-md:order-3",
    skeleton: "w-6",
    cell: (notary) => (
      <>
        <span className="max-md:hidden">{formatCount(notary.certificates)}</span>
        <span className="md:hidden">{formatCounted(notary.certificates, "certificate")}</span>
      </>
    ),
  },
];

/** Who may certify persons, and who might before. */
export function NotariesPage() {
  const state = useResource(resources.notaries, { refreshMs: REFRESH_MS });
  const notaries = state.data?.data;
  return (
    <>
      <PageTitle
        lead="Notaries, banks, identity providers and chambers that may certify who controls an address."
        aside={
          <PageLink href="/trust#certificates" className="link text-sm">
            What a certificate is worth
          </PageLink>
        }
      >
        Notaries
      </PageTitle>
      <Answered state={state} loading="notaries">
        <div className="card px-5 pt-4 pb-2 sm:px-6">
          {notaries?.length === 0 ? (
            <p className="pb-4 text-muted">
              No notary has been accredited yet, so nobody can certify a person here.
            </p>
          ) : (
            <RegisterTable
              caption="Notaries, those that are accredited first"
              columns={COLUMNS}
              rows={notaries}
              placeholders={4}
              getRowId={({ notary }) => notary}
            />
          )}
        </div>
      </Answered>
    </>
  );
}

export function NotaryStanding({ notary: { isAccredited, since } }: { notary: Notary }) {
  return (
    <span className={`inline-flex items-baseline gap-1.5 ${isAccredited ? "text-green" : "text-grey"}`}>
      <span aria-hidden className="size-2 shrink-0 rounded-full bg-current" />
      {isAccredited ? "accredited" : "no longer accredited"}, since {formatDate(since)}
    </span>
  );
}
