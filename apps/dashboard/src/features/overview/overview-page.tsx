"use client";

import type { AgentsResponse, DetailedStatsResponse } from "@agent-registry/protocol";
import { RECENT_REGISTRATIONS } from "@agent-registry/protocol/limits";
import { useRouter } from "next/navigation";
import { resources } from "../../api/resources.ts";
import { REFRESH_MS, type ResourceState, useResource } from "../../api/use-resource.ts";
import { PageLink } from "../../shared/links/page-link.tsx";
import { toKyaPath } from "../../shared/links/paths.ts";
import { Card } from "../../shared/page/card.tsx";
import { ErrorState, StaleNotice } from "../../shared/page/error-state.tsx";
import { PageTitle } from "../../shared/page/page-title.tsx";
import { LoadingNote, SkeletonSentence } from "../../shared/page/skeleton.tsx";
import { formatCounted, formatRate } from "../../shared/text/format-number.ts";
import { RefreshedNote } from "../../shared/time/time-ago.tsx";
import { AgentsTable } from "../agents/agents-table.tsx";
import { KyaForm } from "../kya/kya-form.tsx";
import { GenerationChart, StatusChart } from "./charts.tsx";
import { Figures } from "./figures.tsx";

export function OverviewPage() {
  const router = useRouter();
  const stats = useResource(resources.detailedStats, { refreshMs: REFRESH_MS });
  const revenue = useResource(resources.revenueAggregate, { refreshMs: REFRESH_MS });
  const newest = useResource(resources.newestAgents, { refreshMs: REFRESH_MS });
  const { data } = stats;
  const failed = [stats, revenue, newest].find(({ error }) => error !== null) ?? stats;

  return (
    <>
      <PageTitle lead={<OverviewLead stats={data} hasFailed={stats.error !== null} />}>
        Who answers for this agent?
      </PageTitle>
      <KyaForm onCheck={(wallet) => router.push(toKyaPath(wallet))} />
      {data === undefined && stats.error !== null ? (
        <div className="mt-4">
          <ErrorState state={stats} />
        </div>
      ) : (
        <div className="mt-4 grid gap-5">
          {data === undefined ? <LoadingNote what="the register’s figures" /> : null}
          <Figures stats={data} revenue={revenue} />
          <div className="grid gap-5 lg:grid-cols-[1.4fr_1fr]">
            <StatusChart distribution={data?.statusDistribution} />
            <GenerationChart distribution={data?.generationDistribution} />
          </div>
          <NewestRegistrations recent={data?.recentRegistrations} newest={newest} />
          <RefreshedNote
            refreshedAtMs={stats.refreshedAtMs}
            asOfMs={revenue.data === undefined ? stats.asOfMs : Math.min(stats.asOfMs, revenue.asOfMs)}
          />
          {data === undefined ? null : (
            <StaleNotice state={failed} isIncomplete={failed.data === undefined} />
          )}
        </div>
      )}
    </>
  );
}

type Props = { stats: DetailedStatsResponse | undefined; hasFailed: boolean };

/** The register in a sentence or two. Each agent names a liable person, who need not have agreed. */
function OverviewLead({ stats, hasFailed }: Props) {
  if (stats === undefined && hasFailed) return <>The public register of autonomous agents.</>;
  if (stats === undefined)
    return (
      <SkeletonSentence shape="000 agents are on record; each names a liable person. 00.0% are in good standing today." />
    );
  if (stats.totalAgents === 0) return <>No agent is on record yet. The first one to register appears here.</>;
  if (stats.totalAgents === 1)
    return (
      <>
        <Figure>1 agent</Figure> is on record and names a liable person. It is{" "}
        {stats.compliantCount === 1 ? "" : "not "}in good standing today.
      </>
    );
  return (
    <>
      <Figure>{formatCounted(stats.totalAgents, "agent")}</Figure> are on record; each names a liable person.{" "}
      <Figure>{formatRate(stats.complianceRate)}</Figure> are in good standing today.
    </>
  );
}

function Figure({ children }: { children: string }) {
  return <strong className="font-medium text-ink">{children}</strong>;
}

/** The same agents from the list of agents: the statistics do not carry their scope. */
type NewestRegistrationsProps = {
  recent: DetailedStatsResponse["recentRegistrations"] | undefined;
  newest: Pick<ResourceState<AgentsResponse>, "data" | "error">;
};

/** The ten newest. */
function NewestRegistrations({ recent, newest }: NewestRegistrationsProps) {
  const scopes = new Map(newest.data?.data.map((agent) => [agent.agentId, agent.operationalScope]));
  const isWaiting = recent === undefined || (newest.data === undefined && newest.error === null);
  return (
    <Card
      title="Newest registrations"
      aside={
        <PageLink href="/agents" className="link text-sm">
          All agents
        </PageLink>
      }
    >
      {recent?.length === 0 ? (
        <p className="text-muted">Nobody has registered yet.</p>
      ) : (
        <AgentsTable
          caption="The ten newest registrations"
          columns={["agentId", "operationalScope", "agentWallet", "haftungsperson", "registeredAt", "status"]}
          agents={
            isWaiting
              ? undefined
              : recent.map((agent) => ({ ...agent, operationalScope: scopes.get(agent.agentId) ?? null }))
          }
          placeholders={RECENT_REGISTRATIONS}
        />
      )}
    </Card>
  );
}
