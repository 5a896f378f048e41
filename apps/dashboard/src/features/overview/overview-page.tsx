"use client";

import { useRouter } from "next/navigation";
import { resources } from "../../api/resources.ts";
import { REFRESH_MS, useResource } from "../../api/use-resource.ts";
import { ErrorState, StaleNotice } from "../../shared/error-state.tsx";
import { formatCounted, formatRate } from "../../shared/format-number.ts";
import { PageTitle } from "../../shared/page-title.tsx";
import { RefreshedNote } from "../../shared/refreshed-note.tsx";
import { LoadingNote, Skeleton } from "../../shared/skeleton.tsx";
import { KyaForm } from "../kya/kya-form.tsx";
import { Figures } from "./figures.tsx";
import { GenerationChart } from "./generation-chart.tsx";
import { NewestRegistrations } from "./newest-registrations.tsx";
import { StatusChart } from "./status-chart.tsx";

export function OverviewPage() {
  const router = useRouter();
  const stats = useResource(resources.detailedStats, { refreshMs: REFRESH_MS });
  const revenue = useResource(resources.revenueAggregate, { refreshMs: REFRESH_MS });
  const { data } = stats;

  return (
    <>
      <PageTitle
        lead={
          data === undefined ? (
            stats.error === null ? (
              <Skeleton className="w-full max-w-[36rem]" />
            ) : (
              "The public register of autonomous agents."
            )
          ) : data.totalAgents === 0 ? (
            "No agent is on record yet. The first one to register appears here."
          ) : (
            <>
              <strong className="font-medium text-ink">{formatCounted(data.totalAgents, "agent")}</strong>{" "}
              {data.totalAgents === 1 ? "is" : "are"} on record, each with a liable person.{" "}
              <strong className="font-medium text-ink">{formatRate(data.complianceRate)}</strong> are in good
              standing today.
            </>
          )
        }
      >
        Who answers for this agent?
      </PageTitle>
      <KyaForm onCheck={(wallet) => router.push(`/kya?${new URLSearchParams({ wallet })}`)} />
      {data === undefined && stats.error !== null ? (
        <div className="mt-4">
          <ErrorState state={stats} />
        </div>
      ) : (
        <div className="mt-4 grid gap-5">
          {data === undefined ? <LoadingNote what="the register’s figures" /> : null}
          <Figures stats={data} revenue={revenue.data} />
          <div className="grid gap-5 lg:grid-cols-[1.4fr_1fr]">
            <StatusChart distribution={data?.statusDistribution} />
            <GenerationChart distribution={data?.generationDistribution} />
          </div>
          <NewestRegistrations recent={data?.recentRegistrations} />
          <RefreshedNote atMs={stats.refreshedAtMs} />
          {data === undefined ? null : <StaleNotice state={stats} />}
        </div>
      )}
    </>
  );
}
