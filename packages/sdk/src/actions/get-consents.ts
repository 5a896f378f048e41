import { ConsentsResponse, registryAbi } from "@agent-registry/protocol";
import { type RegistryClient, requireRegistryAddress } from "../client/registry-client.ts";
import { throwChainError } from "../errors/to-chain-error.ts";
import { askApi } from "../reading/ask-api.ts";
import { chooseSource, type Source } from "../reading/source.ts";
import { type AgentId, parseAgentId } from "./parse-arguments.ts";

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
    .catch(throwChainError);
  return { agentId: Number(agentId), wallet, haftungsperson, parent };
}
