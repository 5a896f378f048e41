"use client";

import type { ComplianceListItem } from "@agent-registry/protocol";
import { useMemo } from "react";
import { Hex } from "../../shared/links/hex.tsx";
import { AgentNumberLink, PageLink } from "../../shared/links/page-link.tsx";
import { RegisterTable, registerColumns } from "../../shared/page/register-table.tsx";
import { formatCount } from "../../shared/text/format-number.ts";
import { AttestationAge, AttestationGauge } from "../../shared/time/attestation-age.tsx";
import { StatusBadge } from "../../shared/verdict/status-badge.tsx";
import { PLAIN_ROWS, VirtualRows } from "./virtual-rows.tsx";

type Row = { item: ComplianceListItem; asOfMs: number };

const helper = registerColumns<Row>();

const COLUMNS = [
  helper.display({
    id: "agentId",
    header: "No.",
    meta: { className: "md:w-20 max-md:order-1", skeleton: "w-6" },
    cell: ({ row: { original } }) => <AgentNumberLink id={original.item.agentId} />,
  }),
  helper.display({
    id: "timeSince",
    header: "Time Since",
    meta: { className: "max-md:order-3 md:w-64", skeleton: "w-40" },
    cell: ({ row: { original } }) => <AttestationAge age={toAge(original)} hasEnded={hasEnded(original)} />,
  }),
  helper.display({
    id: "gauge",
    header: "Seven days",
    meta: { className: "max-lg:hidden w-40", skeleton: "w-28" },
    cell: ({ row: { original } }) =>
      hasEnded(original) ? null : <AttestationGauge age={toAge(original)} small />,
  }),
  helper.display({
    id: "creator",
    header: "Creator",
    meta: { className: "overflow-visible max-md:hidden", skeleton: "w-24" },
    cell: ({ row: { original } }) => (
      <Hex of="creator" value={original.item.creator} label={`creator of agent ${original.item.agentId}`} />
    ),
  }),
  helper.display({
    id: "children",
    header: "Children",
    meta: { className: "md:w-24 text-right max-md:hidden", skeleton: "w-6" },
    cell: ({ row: { original } }) => formatCount(original.item.compliance.childCount),
  }),
  helper.display({
    id: "status",
    header: "Status",
    meta: { className: "md:w-32 text-right max-md:order-2", skeleton: "w-16" },
    cell: ({ row: { original } }) => <StatusBadge status={original.item.status} />,
  }),
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
        renderRows={(model) => <VirtualRows rows={model} columnCount={COLUMNS.length} />}
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
