"use client";

import type { AgentRecord } from "@agent-registry/protocol";
import Link from "next/link";
import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { AgentLink } from "../../shared/agent-link.tsx";
import { Card } from "../../shared/card.tsx";
import { formatCount } from "../../shared/format-number.ts";
import { Skeleton } from "../../shared/skeleton.tsx";
import { StatusBadge } from "../../shared/status-badge.tsx";

const SHOWN = 12;

type Props = { agent: AgentRecord; childCount: number };

/** The nearest kin: parent and children, with a way to the whole tree. */
export function AgentLineage({ agent, childCount }: Props) {
  const { data, error } = useResource(resources.lineage(String(agent.agentId)));
  const children = data?.children.slice(0, SHOWN);
  const rest = childCount - (children?.length ?? 0);
  return (
    <Card
      title="Lineage"
      aside={
        <Link href={`/lineage/${agent.agentId}`} className="link text-sm print:hidden">
          Whole tree
        </Link>
      }
    >
      <p className="text-muted">
        {agent.parentAgentId === 0 ? (
          "A root: it has no parent."
        ) : (
          <>
            Child of <AgentLink id={agent.parentAgentId} />, generation {agent.generation}.
          </>
        )}{" "}
        {childCount === 0 ? "No children." : `${childCount === 1 ? "1 child" : `${childCount} children`}:`}
      </p>
      {childCount === 0 ? null : (
        <ul className="mt-3 grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
          {children === undefined
            ? Array.from({ length: Math.min(childCount, SHOWN) }, (_, index) => `child-${index}`).map(
                (key) => (
                  <li key={key} className="flex h-10 items-center border-b border-line">
                    {error === null ? (
                      <Skeleton className="w-40" />
                    ) : (
                      <span className="text-muted">cannot be read</span>
                    )}
                  </li>
                ),
              )
            : children.map((child) => (
                <li
                  key={child.agentId}
                  className="flex h-10 items-center justify-between gap-3 border-b border-line"
                >
                  <AgentLink id={child.agentId} />
                  <StatusBadge status={child.status} />
                </li>
              ))}
        </ul>
      )}
      {children !== undefined && rest > 0 ? (
        <p className="mt-3 text-sm text-muted">And {formatCount(rest)} more in the whole tree.</p>
      ) : null}
    </Card>
  );
}
