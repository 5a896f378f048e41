"use client";

import type { AgentStatus } from "@agent-registry/protocol";
import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import type { StatusFiling } from "../../shared/verdict.ts";

/** After an agent is stopped only consents can still be filed, at most three: the change is among these. */
const NEWEST = 10;

/** The filing that stopped an agent, for its reason; asks nothing for an active one. */
export function useStatusFiling({
  agentId,
  status,
}: {
  agentId: number;
  status: AgentStatus;
}): StatusFiling | undefined {
  const history = useResource(
    status === "Active" ? null : resources.history({ id: agentId, limit: NEWEST, offset: 0 }),
  );
  return history.data?.data.find(
    (filing): filing is StatusFiling => filing.kind === "status-changed" && filing.newStatus === status,
  );
}
