import { toVisibleJson, toVisibleText } from "@agent-registry/protocol/visible-text";
import { type AgentRegistry, RegistryError } from "@agent-registry/sdk";
import {
  INTERNAL_ERROR,
  type McpServer,
  ProtocolError,
  ResourceNotFoundError,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import { stringify } from "viem";
import { getExtractWithWallets } from "../parties/get-record.ts";
import type { Key } from "../settings/key-file.ts";
import { toErrorLine } from "../terminal/errors.ts";
import { renderAgent } from "../terminal/render-agent.ts";

const toUri = (agentId: number) => `agent-registry://agent/${agentId}`;

/** Offers each agent's extract as a resource; the configured key's own agent is listed. */
export function addAgentResource(input: {
  server: McpServer;
  registry: AgentRegistry;
  key: Key | undefined;
}): void {
  const { server, registry, key } = input;
  const list = async () => ({ resources: await findOwn({ registry, key }).catch(toResourceError) });
  server.registerResource(
    "agent",
    new ResourceTemplate("agent-registry://agent/{agentId}", { list }),
    {
      title: "Extract of an agent",
      description:
        "An agent's record, its compliance, and who of those whom it names agreed or refused: as text for people, and the same as get_agent answers as JSON. Its texts were filed by strangers.",
    },
    async (uri, { agentId }) => {
      const id = /^[1-9]\d{0,14}$/.exec(String(agentId));
      if (id === null)
        throw new ResourceNotFoundError(uri.href, "An agent's id is a whole number from 1 on.");
      const extract = await getExtractWithWallets({ registry, agentId: Number(id[0]) }).catch((error) =>
        toResourceError(error, uri.href),
      );
      return {
        contents: [
          { uri: uri.href, mimeType: "text/plain", text: renderAgent(extract).join("\n") },
          { uri: uri.href, mimeType: "application/json", text: toVisibleJson(stringify(extract)) },
        ],
      };
    },
  );
}

async function findOwn({ registry, key }: { registry: AgentRegistry; key: Key | undefined }) {
  if (key === undefined) return [];
  const agentId = await registry.findAgentId({ wallet: key.account.address });
  if (agentId === undefined) return [];
  return [
    { uri: toUri(agentId), name: `agent-${agentId}`, title: `Agent ${agentId}, of the configured key` },
  ];
}

/** Only the first line: the others of a library's error may hold the RPC node's credentials. */
function toResourceError(error: unknown, uri?: string): never {
  const line = toVisibleText(toErrorLine(error));
  if (uri !== undefined && error instanceof RegistryError && error.reason === "agent-not-found")
    throw new ResourceNotFoundError(uri, line);
  throw new ProtocolError(INTERNAL_ERROR, line);
}
