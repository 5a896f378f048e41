"use client";

import type { ComplianceListItem } from "@agent-registry/protocol";
import { useMemo } from "react";
import { Hex } from "../../shared/links/hex.tsx";
import { AgentNumberLink, PageLink } from "../../shared/links/page-link.tsx";
import { type RegisterColumn, RegisterTable } from "../../shared/page/register-table.tsx";
import { formatCount } from "../../shared/text/format-number.ts";
import { AttestationAge, AttestationGauge } from "../../shared/time/attestation-age.tsx";
import { StatusBadge } from "../../shared/verdict/status-badge.tsx";
import { PLAIN_ROWS, VirtualRows } from "./virtual-rows.tsx";

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

export function ComplianceTable({ items, asOfMs }: Props) {
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
