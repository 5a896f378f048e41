"use client";

import type { TopEarnersResponse } from "@agent-registry/protocol";
import { resources } from "../../api/resources.ts";
import { REFRESH_MS, useResource } from "../../api/use-resource.ts";
import { AgentNumberLink } from "../../shared/links/page-link.tsx";
import { Card } from "../../shared/page/card.tsx";
import { ErrorState } from "../../shared/page/error-state.tsx";
import { type RegisterColumn, RegisterTable } from "../../shared/page/register-table.tsx";
import { formatCounted } from "../../shared/text/format-number.ts";
import { Currency, Money } from "../../shared/text/money.tsx";
import { UntrustedLine } from "../../shared/text/untrusted-text.tsx";
import { StatusBadge } from "../../shared/verdict/status-badge.tsx";

type Earner = TopEarnersResponse["data"][number] & { currency: string };

const COLUMNS: RegisterColumn<Earner>[] = [
  {
    header: "No.",
    className: "md:w-14 max-md:order-1",
    skeleton: "w-6",
    cell: (earner) => <AgentNumberLink id={earner.agentId} />,
  },
  {
    header: "Scope",
    className: "max-md:order-3",
    skeleton: "w-4/5",
    cell: (earner) => <UntrustedLine>{earner.operationalScope}</UntrustedLine>,
  },
  {
    header: "Status",
    className: "md:w-28 max-md:order-4 max-md:text-right",
    skeleton: "w-16",
    cell: (earner) => <StatusBadge status={earner.status} />,
  },
  {
    header: "Reported",
    className: "md:w-40 text-right max-md:order-2 max-md:max-w-[46vw]",
    skeleton: "w-24",
    cell: (earner) => (
      <span title={formatCounted(earner.reports, "report")}>
        <Money cents={earner.amount} currency={earner.currency} />
      </span>
    ),
  },
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
