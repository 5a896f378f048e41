import type { DetailedStatsResponse } from "@agent-registry/protocol";
import { formatCounted, formatRate } from "../../shared/format-number.ts";
import { SkeletonSentence } from "../../shared/skeleton.tsx";

type Props = { stats: DetailedStatsResponse | undefined; hasFailed: boolean };

/** The register in a sentence or two. Each agent names a liable person, who need not have agreed. */
export function OverviewLead({ stats, hasFailed }: Props) {
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
