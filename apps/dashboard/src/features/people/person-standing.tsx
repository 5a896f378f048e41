"use client";

import type { HaftungspersonResponse, PersonRole } from "@agent-registry/protocol";
import { AGENT_STATUSES } from "@agent-registry/protocol/agent";
import type { ReactNode } from "react";
import type { PersonSummary } from "../../api/resources.ts";
import { Hex } from "../../shared/links/hex.tsx";
import { AgentLink, PageLink } from "../../shared/links/page-link.tsx";
import { toPersonPath } from "../../shared/links/paths.ts";
import { Card, Entry, EntryList } from "../../shared/page/card.tsx";
import { Skeleton } from "../../shared/page/skeleton.tsx";
import { formatCount, formatCounted, formatRate } from "../../shared/text/format-number.ts";
import { CurrencyList, Money } from "../../shared/text/money.tsx";
import { UntrustedText } from "../../shared/text/untrusted-text.tsx";
import { StatusBadge } from "../../shared/verdict/status-badge.tsx";

/** Undefined while it loads. */
type Props = { summary: PersonSummary | undefined; role: PersonRole; address: string };

/** How all agents of one person stand, and what they have reported. */
export function PersonStanding(props: Props) {
  const once = (width: string, show: (summary: PersonSummary) => ReactNode) =>
    props.summary === undefined ? <Skeleton className={width} /> : show(props.summary);
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[1.5fr_1fr]">
      <Card title="Standing" className="pb-4!">
        <EntryList>
          <Entry label="In good standing">
            {once("w-32", ({ totalAgents, compliantCount, complianceRate }) =>
              totalAgents === 0
                ? "no agents now"
                : `${formatCount(compliantCount)} of ${formatCount(totalAgents)} · ${formatRate(complianceRate)}`,
            )}
          </Entry>
          <Entry label="States">
            {once("w-48", (known) => (
              <States {...props} summary={known} />
            ))}
          </Entry>
          <Entry label="Revoked">
            {once("w-16", ({ revokedAgents, statusDistribution }) => (
              <NamedAgents ids={revokedAgents} total={statusDistribution.Revoked} />
            ))}
          </Entry>
          {props.role === "creator" ? null : (
            <Entry label="Handed over">
              {once("w-16", ({ formerAgents }) => (
                <NamedAgents ids={formerAgents?.agentIds ?? []} total={formerAgents?.total ?? 0} />
              ))}
            </Entry>
          )}
        </EntryList>
      </Card>
      <Card title="Revenue reported">
        {once("w-40", (known) => (
          <Revenue summary={known} />
        ))}
      </Card>
    </div>
  );
}

/** Each state that occurs leads to its agents. */
function States({ summary, role, address }: Props & { summary: PersonSummary }) {
  const found = AGENT_STATUSES.filter((status) => summary.statusDistribution[status] > 0);
  if (found.length === 0) return "none";
  const path = toPersonPath(address, role);
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {found.map((status) => (
        <li key={status}>
          <PageLink
            href={`${path}${path.includes("?") ? "&" : "?"}status=${status}`}
            scroll={false}
            className="inline-flex items-center gap-1.5"
          >
            <span className="link">{formatCount(summary.statusDistribution[status])}</span>{" "}
            <StatusBadge status={status} />
          </PageLink>
        </li>
      ))}
    </ul>
  );
}

function NamedAgents({ ids, total }: { ids: number[]; total: number }) {
  if (total === 0) return "none";
  const rest = total - ids.length;
  return (
    <>
      {ids.map((id, index) => (
        <span key={id}>
          {index === 0 ? "" : ", "}
          <AgentLink id={id} />
        </span>
      ))}
      {rest > 0 ? ` and ${formatCount(rest)} more` : ""}
    </>
  );
}

function Revenue({ summary: { revenue, moreCurrencies } }: { summary: PersonSummary }) {
  if (revenue.length === 0) return <p className="text-muted">None of these agents has reported revenue.</p>;
  return (
    <CurrencyList currencies={revenue.map(({ currency }) => currency)}>
      <ul className="grid gap-2">
        {revenue.map(({ currency, amount, reports }) => (
          <li key={currency} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <Money cents={amount} currency={currency} />
            <span className="text-xs text-muted">{formatCounted(reports, "report")}</span>
          </li>
        ))}
      </ul>
      {moreCurrencies > 0 ? (
        <p className="mt-3 text-xs text-muted">
          and {moreCurrencies === 1 ? "1 more currency" : `${formatCount(moreCurrencies)} more currencies`}
        </p>
      ) : null}
    </CurrencyList>
  );
}

/** The agents that a person was proposed to take over; accepting is done on the page of each. */
export function PendingHandovers({ total, data }: HaftungspersonResponse["pendingHandovers"]) {
  const rest = total - data.length;
  return (
    <Card title="Waits to take over" isLong>
      <p className="max-w-[52rem] text-sm text-muted">
        {total === 1
          ? "The agent keeps its present Haftungsperson until this person accepts, which is done on its page."
          : "Each agent keeps its present Haftungsperson until this person accepts, which is done on its page."}
      </p>
      <ul className="mt-2">
        {data.map(({ agentId, operationalScope, haftungsperson }) => (
          <li
            key={agentId}
            className="grid items-baseline gap-x-4 border-b border-line py-2.5 last:border-b-0 last:pb-0 sm:grid-cols-[6rem_1fr_auto] print:break-inside-avoid"
          >
            <AgentLink id={agentId} className="justify-self-start font-medium" />
            <UntrustedText clamp>{operationalScope}</UntrustedText>
            <span className="text-sm text-muted">
              from <Hex of="haftungsperson" value={haftungsperson} label="the present Haftungsperson" />
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 ? <p className="mt-3 text-xs text-muted">and {formatCount(rest)} more</p> : null}
    </Card>
  );
}
