import { BulkKyaResponse, ConsentsResponse, type Policy } from "@agent-registry/protocol";
import type { Address } from "viem";
import type { ApiClient } from "../client/api-client.ts";
import { RegistryError } from "../errors/registry-error.ts";
import { askApi } from "./ask-api.ts";

/** The query API's decision about at most 1,000 wallets, all at one block. */
export async function askBulkKya(
  client: ApiClient,
  { wallets, policy }: { wallets: readonly Address[]; policy: Policy },
): Promise<BulkKyaResponse> {
  const body = { wallets, policy };
  const answer = await askApi(client, { path: "/api/v1/kya", schema: BulkKyaResponse, body });
  // An answer in another order would admit one wallet on the standing of another.
  const isInOrder =
    answer.data.length === wallets.length && answer.data.every(({ wallet }, i) => wallet === wallets[i]);
  if (isInOrder) return answer;
  throw new RegistryError({
    reason: "api-failed",
    message:
      "The query API answered about other wallets than it was asked about. Ask the chain, or another API.",
  });
}

export function askConsents(client: ApiClient, agentId: number | bigint): Promise<ConsentsResponse> {
  return askApi(client, { path: `/api/v1/agent/${agentId}/consents`, schema: ConsentsResponse });
}

/** An answer about another wallet would admit one wallet on the standing of another. */
export function requireAbout({ asked, answered }: { asked: Address; answered: Address }): void {
  if (asked === answered) return;
  throw new RegistryError({
    reason: "api-failed",
    message:
      "The query API answered about another wallet than it was asked about. Ask the chain, or another API.",
  });
}
