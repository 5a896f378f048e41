"use client";

import type { RevenueReport } from "@agent-registry/protocol";
import { toVisibleName } from "@agent-registry/protocol/visible-name";
import { formatPeriod } from "../../shared/format-time.ts";
import { Money } from "../../shared/money.tsx";
import { RegisterTable, registerColumns } from "../../shared/register-table.tsx";
import { TimeAgo } from "../../shared/time-ago.tsx";

const helper = registerColumns<RevenueReport>();

const COLUMNS = [
  helper.display({
    id: "period",
    header: "Period",
    meta: { className: "max-md:order-3", skeleton: "w-36" },
    cell: ({ row: { original } }) => formatPeriod({ start: original.periodStart, end: original.periodEnd }),
  }),
  helper.display({
    id: "category",
    header: "Category",
    meta: { className: "max-md:order-1", skeleton: "w-28" },
    cell: ({ row: { original } }) => (
      <bdi className="block truncate" title={toVisibleName(original.category)}>
        {toVisibleName(original.category)}
      </bdi>
    ),
  }),
  helper.display({
    id: "reportedAt",
    header: "Reported",
    meta: { className: "md:w-36 max-md:order-4 max-md:text-right max-md:text-muted", skeleton: "w-20" },
    cell: ({ row: { original } }) => <TimeAgo iso={original.reportedAt} />,
  }),
  helper.display({
    id: "amount",
    header: "Amount",
    meta: { className: "md:w-48 text-right max-md:order-2 max-md:max-w-[46vw]", skeleton: "w-24" },
    cell: ({ row: { original } }) => <Money cents={original.amount} currency={original.currency} />,
  }),
];

type Props = { reports: RevenueReport[] | undefined; placeholders: number };

export function ReportsTable({ reports, placeholders }: Props) {
  return (
    <RegisterTable
      caption="Revenue reports, newest first"
      columns={COLUMNS}
      rows={reports}
      placeholders={placeholders}
      getRowId={(report, index) => `${report.reportedAt}-${index}`}
    />
  );
}
