"use client";

import type { TopEarnersResponse } from "@agent-registry/protocol";
import { resources } from "../../api/resources.ts";
import { REFRESH_MS, useResource } from "../../api/use-resource.ts";
import { AgentNumberLink } from "../../shared/links/page-link.tsx";
import { Card } from "../../shared/page/card.tsx";
import { ErrorState } from "../../shared/page/error-state.tsx";
import { RegisterTable, registerColumns } from "../../shared/page/register-table.tsx";
import { formatCounted } from "../../shared/text/format-number.ts";
import { Currency, Money } from "../../shared/text/money.tsx";
import { UntrustedLine } from "../../shared/text/untrusted-text.tsx";
import { StatusBadge } from "../../shared/verdict/status-badge.tsx";

type Earner = TopEarnersResponse["data"][number] & { currency: string };

const helper = registerColumns<Earner>();

const COLUMNS = [
  helper.display({
    id: "agentId",
    header: "No.",
    meta: { className: "md:w-14 max-md:order-1", skeleton: "w-6" },
    cell: ({ row: { original } }) => <AgentNumberLink id={original.agentId} />,
  }),
  helper.display({
    id: "scope",
    header: "Scope",
    meta: { className: "max-md:order-3", skeleton: "w-4/5" },
    cell: ({ row: { original } }) => <UntrustedLine>{original.operationalScope}</UntrustedLine>,
  }),
  helper.display({
    id: "status",
    header: "Status",
    meta: { className: "md:w-28 max-md:order-4 max-md:text-right", skeleton: "w-16" },
    cell: ({ row: { original } }) => <StatusBadge status={original.status} />,
  }),
  helper.display({
    id: "amount",
    header: "Reported",
    meta: { className: "md:w-40 text-right max-md:order-2 max-md:max-w-[46vw]", skeleton: "w-24" },
    cell: ({ row: { original } }) => (
      <span title={formatCounted(original.reports, "report")}>
        <Money cents={original.amount} currency={original.currency} />
      </span>
    ),
  }),
];

/** The ten that reported most in one currency. */
export function TopEarners({ currency }: { currency: string }) {
  const state = useResource(resources.topEarners(currency), { refreshMs: REFRESH_MS, keepPrevious: true });
  const { data } = state;
  return (
    <Card
      title="Top 10 earners"
      aside={
        <span className="text-sm text-muted">
          in <Currency code={data?.currency ?? currency} />
        </span>
      }
      className="pb-3!"
    >
      {data === undefined && state.error !== null ? (
        <ErrorState state={state} />
      ) : (
        <div className={state.isPrevious ? "opacity-60" : ""} aria-busy={state.isPrevious}>
          <RegisterTable
            caption="The ten agents that reported most"
            columns={COLUMNS}
            rows={data?.data.map((earner) => ({ ...earner, currency: data.currency }))}
            placeholders={10}
            getRowId={(earner) => String(earner.agentId)}
          />
        </div>
      )}
    </Card>
  );
}
