"use client";

import type { DetailedStatsResponse } from "@agent-registry/protocol";
import Link from "next/link";
import { resources } from "../../api/resources.ts";
import { REFRESH_MS, useResource } from "../../api/use-resource.ts";
import { Card } from "../../shared/card.tsx";
import { RECENT_REGISTRATIONS } from "../../shared/spec.ts";
import { AgentsTable } from "../agents/agents-table.tsx";

type Props = { recent: DetailedStatsResponse["recentRegistrations"] | undefined };

/** The ten newest; what they do comes from the list of agents, since the figures do not carry it. */
export function NewestRegistrations({ recent }: Props) {
  const newest = useResource(
    resources.agents({
      page: 1,
      limit: RECENT_REGISTRATIONS,
      search: "",
      status: null,
      sort: "registeredAt",
      order: "desc",
    }),
    { refreshMs: REFRESH_MS },
  );
  const scopes = new Map(newest.data?.data.map((agent) => [agent.agentId, agent.operationalScope]));
  const isWaiting = recent === undefined || (newest.data === undefined && newest.error === null);
  return (
    <Card
      title="Newest registrations"
      aside={
        <Link href="/agents" className="link text-sm">
          All agents
        </Link>
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
