import { AGENT_STATUSES, type AgentStatus } from "@agent-registry/protocol/agent";
import { Card } from "../../shared/card.tsx";
import { formatCount } from "../../shared/format-number.ts";
import { PageLink } from "../../shared/page-link.tsx";
import { Skeleton } from "../../shared/skeleton.tsx";

const FILL: Record<AgentStatus, string> = {
  Active: "bg-green",
  Suspended: "bg-yellow",
  Revoked: "bg-red",
  Terminated: "bg-grey",
};

type Props = { distribution: Partial<Record<AgentStatus, number>> | undefined };

/** One bar, divided by status; each status links to its agents. */
export function StatusChart({ distribution }: Props) {
  const parts = AGENT_STATUSES.map((status) => ({ status, count: distribution?.[status] ?? 0 }));
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  return (
    <Card title="Status">
      <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-soft">
        {parts
          .filter(({ count }) => count > 0)
          .map(({ status, count }) => (
            <span
              key={status}
              className={`min-w-1 ${FILL[status]}`}
              style={{ width: `${(count / total) * 100}%` }}
            />
          ))}
      </div>
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
