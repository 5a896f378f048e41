"use client";

import type { ComplianceListItem } from "@agent-registry/protocol";
import { useMemo } from "react";
import { resources } from "../../api/resources.ts";
import { REFRESH_MS, useResource } from "../../api/use-resource.ts";
import { Hex } from "../../shared/links/hex.tsx";
import { AgentNumberLink, PageLink } from "../../shared/links/page-link.tsx";
import { Answered } from "../../shared/page/error-state.tsx";
import { PageTitle } from "../../shared/page/page-title.tsx";
import { type RegisterColumn, RegisterTable } from "../../shared/page/register-table.tsx";
import { formatCount } from "../../shared/text/format-number.ts";
import { type AttestationState, toAgeSeconds, toAttestationState } from "../../shared/time/attestation.ts";
import { AttestationAge, AttestationGauge } from "../../shared/time/attestation-age.tsx";
import { RefreshedNote } from "../../shared/time/time-ago.tsx";
import { useTicking } from "../../shared/time/use-ticking.ts";
import { Choice, useUrlState } from "../../shared/url-state/url-state.tsx";
import { StatusBadge } from "../../shared/verdict/status-badge.tsx";
import { PLAIN_ROWS, VirtualRows } from "./virtual-rows.tsx";

const SHOWN = ["all", "overdue", "lapsing", "current"] as const;
type Shown = (typeof SHOWN)[number];
const LABELS: Record<Shown, string> = {
  all: "All",
  overdue: "Over 7 days",
  lapsing: "5 to 7 days",
  current: "Under 5 days",
};
/** Which agents are in which group changes slowly; the rows themselves tick by the second. */
const REGROUP_MS = 10_000;

export function CompliancePage() {
  const { params } = useUrlState();
  const shown = SHOWN.find((name) => name === params.get("age")) ?? "all";
  const state = useResource(resources.compliance, { refreshMs: REFRESH_MS });
  const { data, asOfMs } = state;
  const nowMs = useTicking((now) => Math.floor(now / REGROUP_MS) * REGROUP_MS);

  const groups = useMemo(() => {
    const byState: Record<AttestationState, NonNullable<typeof data>["data"]> = {
      overdue: [],
      lapsing: [],
      current: [],
    };
    for (const item of data?.data ?? []) {
      const { secondsSinceAttestation } = item.compliance;
      byState[toAttestationState(toAgeSeconds({ secondsSinceAttestation, asOfMs, nowMs }))].push(item);
    }
    return { ...byState, all: data?.data ?? [] };
  }, [data, asOfMs, nowMs]);

  return (
    <>
      <PageTitle lead="Every active agent must attest its compliance once in 7 days. The longest silent come first.">
        Compliance
      </PageTitle>
      <Answered state={state} loading="attestations">
        <div className="mb-4">
          <Choice
            label="Time since attestation"
            value={shown}
            options={SHOWN}
            toChanges={(age) => ({ age: age === "all" ? null : age })}
            render={(name) => (
              <>
                {LABELS[name]}{" "}
                <span className="inline-block min-w-[3ch] text-left text-muted">
                  {data === undefined ? "" : formatCount(groups[name].length)}
                </span>
              </>
            )}
          />
        </div>
        <div className="card px-5 pt-4 pb-2 sm:px-6">
          {data !== undefined && groups[shown].length === 0 ? (
            <p className="pb-3 text-muted">
              {data.total === 0 ? "No agent is on record yet." : "No agent is in this group."}
            </p>
          ) : (
            <ComplianceTable items={data === undefined ? undefined : groups[shown]} asOfMs={asOfMs} />
          )}
        </div>
        <div className="mt-3">
          <RefreshedNote refreshedAtMs={state.refreshedAtMs} asOfMs={state.asOfMs} />
        </div>
      </Answered>
    </>
  );
}

type Row = { item: ComplianceListItem; asOfMs: number };

const COLUMNS: RegisterColumn<Row>[] = [
  {
    header: "No.",
    className: "md:w-20 max-md:order-1",
    skeleton: "w-6",
    cell: (row) => <AgentNumberLink id={row.item.agentId} />,
  },
  {
    header: "Time Since",
    className: "max-md:order-3 md:w-64",
    skeleton: "w-40",
    cell: (row) => <AttestationAge age={toAge(row)} hasEnded={hasEnded(row)} />,
  },
  {
    header: "Seven days",
    className: "max-lg:hidden w-40",
    skeleton: "w-28",
    cell: (row) => (hasEnded(row) ? null : <AttestationGauge age={toAge(row)} small />),
  },
  {
    header: "Creator",
    className: "overflow-visible max-md:hidden",
    skeleton: "w-24",
    cell: (row) => (
      <Hex of="creator" value={row.item.creator} label={`creator of agent ${row.item.agentId}`} />
    ),
  },
  {
    header: "Children",
    className: "md:w-24 text-right max-md:hidden",
    skeleton: "w-6",
    cell: (row) => formatCount(row.item.compliance.childCount),
  },
  {
    header: "Status",
    className: "md:w-32 text-right max-md:order-2",
    skeleton: "w-16",
    cell: (row) => <StatusBadge status={row.item.status} />,
  },
];

function hasEnded({ item: { status } }: Row): boolean {
  return status === "Revoked" || status === "Terminated";
}

function toAge({ item, asOfMs }: Row) {
  return { secondsSinceAttestation: item.compliance.secondsSinceAttestation, asOfMs };
}

type Props = { items: ComplianceListItem[] | undefined; asOfMs: number };

function ComplianceTable({ items, asOfMs }: Props) {
  const rows = useMemo(() => items?.map((item) => ({ item, asOfMs })), [items, asOfMs]);
  return (
    <>
      <RegisterTable
        caption="Agents by time since their last attestation, longest first"
        columns={COLUMNS}
        rows={rows}
        placeholders={12}
        getRowId={({ item }) => String(item.agentId)}
        renderRows={(drawn) => <VirtualRows {...drawn} columnCount={COLUMNS.length} />}
      />
      {items === undefined || items.length > PLAIN_ROWS ? (
        <noscript>
          <p className="border-t border-line py-3 text-sm text-muted">
            Without scripts the list ends here.{" "}
            <PageLink href="/agents?sort=lastAttestation&order=asc" className="link">
              All agents by their last attestation
            </PageLink>
            , page by page.
          </p>
        </noscript>
      ) : null}
    </>
  );
}
