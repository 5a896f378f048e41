import { AGENT_STATUSES, type AgentStatus } from "@agent-registry/protocol/agent";
import { PageLink } from "../../shared/links/page-link.tsx";
import { Card } from "../../shared/page/card.tsx";
import { Skeleton } from "../../shared/page/skeleton.tsx";
import { formatCount } from "../../shared/text/format-number.ts";

const FILL: Record<AgentStatus, string> = {
  Active: "bg-green",
  Suspended: "bg-yellow",
  Revoked: "bg-red",
  Terminated: "bg-grey",
};

const BAR: Record<AgentStatus, string> = {
  Active: "fill-green",
  Suspended: "fill-yellow",
  Revoked: "fill-red",
  Terminated: "fill-grey",
};

type Props = { distribution: Partial<Record<AgentStatus, number>> | undefined };

/** One bar, divided by status; each status links to its agents. */
export function StatusChart({ distribution }: Props) {
  const parts = AGENT_STATUSES.map((status) => ({ status, count: distribution?.[status] ?? 0 }));
  return (
    <Card title="Status">
      {/* SVG, since a style attribute in the page would need a policy that allows any. */}
      <svg aria-hidden className="block h-3 w-full overflow-hidden rounded-full bg-soft">
        {toSegments(parts).map(({ status, start, share }) => (
          <rect
            key={status}
            x={`${start}%`}
            width={`${share}%`}
            height="100%"
            className={`${BAR[status]} stroke-surface`}
          />
        ))}
      </svg>
      <ul className="mt-5 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
        {parts.map(({ status, count }) => (
          <li key={status}>
            <PageLink href={`/agents?status=${status}`} className="group block">
              <span className="flex items-center gap-2 text-sm text-muted group-hover:text-ink group-hover:underline">
                <span aria-hidden className={`size-2 rounded-full ${FILL[status]}`} />
                {status}
              </span>
              <span className="block pl-4 font-serif text-2xl">
                {distribution === undefined ? <Skeleton className="w-8" /> : formatCount(count)}
              </span>
            </PageLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Where on the bar each status begins and how much of it it takes, in per cent. */
function toSegments(parts: { status: AgentStatus; count: number }[]) {
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  let start = 0;
  return parts
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => {
      const share = (count / total) * 100;
      start += share;
      return { status, start: start - share, share };
    });
}

type GenerationChartProps = { distribution: Record<string, number> | undefined };

/** How many agents stand at each depth of the lineage; generation 0 are the roots. */
export function GenerationChart({ distribution }: GenerationChartProps) {
  const columns = Object.entries(distribution ?? {})
    .map(([generation, count]) => ({ generation: Number(generation), count }))
    .sort((a, b) => a.generation - b.generation);
  const largest = Math.max(1, ...columns.map(({ count }) => count));
  return (
    <Card title="Generations" aside={<span className="text-xs text-muted">agents by depth of lineage</span>}>
      <div className="flex h-30 items-end">
        {distribution === undefined ? <Skeleton className="h-24! w-full" /> : null}
        {distribution !== undefined && columns.length === 0 ? (
          <p className="text-muted">No agents yet.</p>
        ) : null}
        {columns.length === 0 ? null : (
          <ol className="flex h-full w-full items-end gap-2">
            {columns.map(({ generation, count }) => (
              <li key={generation} className="flex h-full min-w-0 flex-1 flex-col justify-end text-center">
                <span className="sr-only">
                  Generation {generation}: {formatCount(count)}
                </span>
                <span aria-hidden className="text-xs text-ink">
                  {formatCount(count)}
                </span>
                <svg
                  aria-hidden
                  className="mx-auto mt-0.5 block w-full max-w-14 rounded-t-[3px] bg-bar"
                  height={Math.max(2, (count / largest) * 68)}
                />
                <span aria-hidden className="border-t border-line pt-1 text-xs text-muted">
                  {generation}
                </span>
              </li>
            ))}
          </ol>
        )}
      </div>
    </Card>
  );
}
