"use client";

import type { AgentsResponse, DetailedStatsResponse } from "@agent-registry/protocol";
import { RECENT_REGISTRATIONS } from "@agent-registry/protocol/limits";
import type { ResourceState } from "../../api/use-resource.ts";
import { Card } from "../../shared/card.tsx";
import { PageLink } from "../../shared/page-link.tsx";
import { AgentsTable } from "../agents/agents-table.tsx";

/** The same agents from the list of agents: the statistics do not carry their scope. */
type Props = {
  recent: DetailedStatsResponse["recentRegistrations"] | undefined;
  newest: Pick<ResourceState<AgentsResponse>, "data" | "error">;
};

/** The ten newest. */
export function NewestRegistrations({ recent, newest }: Props) {
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
