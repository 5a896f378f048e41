"use client";

import { useRouter } from "next/navigation";
import { REFRESH_MS, useResource } from "../../api/use-resource.ts";
import { ErrorState, StaleNotice } from "../../shared/error-state.tsx";
import { PageTitle } from "../../shared/page-title.tsx";
import { toKyaPath } from "../../shared/paths.ts";
import { RefreshedNote } from "../../shared/refreshed-note.tsx";
import { LoadingNote } from "../../shared/skeleton.tsx";
import { KyaForm } from "../kya/kya-form.tsx";
import { Figures } from "./figures.tsx";
import { GenerationChart } from "./generation-chart.tsx";
import { NewestRegistrations } from "./newest-registrations.tsx";
import { OverviewLead } from "./overview-lead.tsx";
import { overviewQueries } from "./overview-queries.ts";
import { StatusChart } from "./status-chart.tsx";

export function OverviewPage() {
  const router = useRouter();
  const stats = useResource(overviewQueries.stats, { refreshMs: REFRESH_MS });
  const revenue = useResource(overviewQueries.revenue, { refreshMs: REFRESH_MS });
  const newest = useResource(overviewQueries.newest, { refreshMs: REFRESH_MS });
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
