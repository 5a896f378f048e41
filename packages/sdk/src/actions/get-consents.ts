import { ConsentsResponse, registryAbi } from "@agent-registry/protocol";
import { toChainError } from "../chain-errors.ts";
import { askApi } from "../reading/ask-api.ts";
import { chooseSource, type Source } from "../reading/source.ts";
import { type RegistryClient, requireRegistryAddress } from "../registry-client.ts";
import { type AgentId, parseAgentId } from "./arguments.ts";

/**
 * Which of the named parties agreed to their part in an agent's record.
 *
 * @example
 * const { haftungsperson } = await registry.getConsents({ agentId: 7 });
 */
export async function getConsents(
  client: RegistryClient,
  input: { agentId: AgentId; source?: Source | undefined },
): Promise<ConsentsResponse> {
  const agentId = parseAgentId(input.agentId);
  if (chooseSource(client, input.source) === "api") {
    return askApi(client, { path: `/api/v1/agent/${agentId}/consents`, schema: ConsentsResponse });
  }
  const [wallet, haftungsperson, parent] = await client.reader
    .readContract({
      address: requireRegistryAddress(client),
      abi: registryAbi,
      functionName: "consents",
      args: [agentId],
    })
    .catch((error) => {
      throw toChainError(error);
    });
  return { agentId: Number(agentId), wallet, haftungsperson, parent };
}
