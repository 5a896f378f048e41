import { ConsentsResponse } from "@agent-registry/protocol";
import type { ApiClient } from "../client/api-client.ts";
import { askApi } from "./ask-api.ts";

export function askConsents(client: ApiClient, agentId: number | bigint): Promise<ConsentsResponse> {
  return askApi(client, { path: `/api/v1/agent/${agentId}/consents`, schema: ConsentsResponse });
}
