import type { AgentAtResponse, AgentResponse } from "@agent-registry/protocol";
import { ATTESTATION_VALIDITY_SECONDS } from "@agent-registry/protocol/limits";
import type { QueryClient } from "@tanstack/react-query";
import { refetchAroundRecord } from "../../api/agent-queries.ts";
import { type Answer, fetchResource } from "../../api/fetch-resource.ts";
import { resources } from "../../api/resources.ts";

type Refresh = { client: QueryClient; apiUrl: string; id: string; signal: AbortSignal };

/**
 * Has the page show an agent as it is after a block. The API keeps its answer about the record for minutes, but not
 * what the record was at a block, nor filings and consents.
 */
export async function refreshEntry({ block, ...refresh }: Refresh & { block: number }): Promise<void> {
  const { client, apiUrl, id, signal } = refresh;
  const { body, block: answered } = await fetchResource({
    apiUrl,
    resource: resources.agentAt({ id, moment: { block } }),
    signal,
  });
  client.setQueryData<Answer<AgentResponse>>([resources.agent(id).path], (shown) =>
    shown === undefined ? shown : { asOfMs: Date.now(), body: toPresent(shown.body, body), block: answered },
  );
  await refetchAroundRecord(client, id);
}

/** The same, after the newest filing. */
export async function refreshToNewest(refresh: Refresh): Promise<void> {
  const { apiUrl, id, signal } = refresh;
  const resource = resources.history({ id, limit: 1, offset: 0 });
  const { body } = await fetchResource({ apiUrl, resource, signal });
  const [newest] = body.data;
  if (newest !== undefined) await refreshEntry({ ...refresh, block: newest.blockNumber });
}

/** The answer about the record as it would be now. */
function toPresent(shown: AgentResponse, { agent, asOf }: AgentAtResponse): AgentResponse {
  // As the API has it: the later of the clock and the newest block.
  const nowMs = Math.max(Date.now(), Date.parse(asOf.timestamp));
  const seconds = Math.max(0, Math.floor((nowMs - Date.parse(agent.lastAttestation)) / 1000));
  return {
    ...shown,
    agent: { ...shown.agent, ...agent },
    compliance: {
      ...shown.compliance,
      status: agent.status,
      isActive: agent.status === "Active",
      attestationCurrent: seconds <= ATTESTATION_VALIDITY_SECONDS,
      secondsSinceAttestation: seconds,
    },
  };
}
