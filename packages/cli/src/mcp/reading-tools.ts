import { AGENT_STATUSES } from "@agent-registry/protocol";
import type { AgentRegistry } from "@agent-registry/sdk";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { reads } from "./tool-annotations.ts";
import { toToolResult } from "./tool-result.ts";

const agentId = z.int().min(1).describe("The agent's id");

/** Tools that need no key. */
export function addReadingTools({ server, registry }: { server: McpServer; registry: AgentRegistry }): void {
  server.registerTool(
    "check_wallet",
    {
      title: "Check a wallet (KYA)",
      description:
        "Whether a wallet belongs to a registered agent and that agent is compliant now. The verdict is compliant, non-compliant or not-registered, with the reason, who is named as answering for the agent, and who agreed or refused. Anyone may enter any wallet and name any Haftungsperson: provision services only if admissible is true, which asks for compliance and for the agreement of both; objections says what speaks against it.",
      inputSchema: { wallet: z.string().describe("The wallet's address") },
      annotations: reads,
    },
    ({ wallet }) => toToolResult(() => registry.kya({ wallet })),
  );
  server.registerTool(
    "get_agent",
    {
      title: "Look up an agent",
      description:
        "An agent's record: Haftungsperson, scope, status, parent and children, compliance, which of the named parties agreed to their part or refused it, who is proposed as Haftungsperson, and the record's hash for confirm_record.",
      inputSchema: { agentId },
      annotations: reads,
    },
    (input) =>
      toToolResult(async () => {
        const [record, consents] = await Promise.all([registry.getAgent(input), registry.getConsents(input)]);
        return { ...record, consents };
      }),
  );
  server.registerTool(
    "get_lineage",
    {
      title: "Look up a lineage",
      description: "The tree of an agent's descendants, up to 15 levels.",
      inputSchema: { agentId },
      annotations: reads,
    },
    (input) => toToolResult(() => registry.getLineage(input)),
  );
  server.registerTool(
    "get_filings",
    {
      title: "Look up an agent's filings",
      description:
        "Every change of an agent's record, newest first: registration, attestations, revenue reports (amounts in hundredths), agreements and refusals, handovers of the Haftungsperson, changes of status with their reasons.",
      inputSchema: {
        agentId,
        limit: z.int().min(1).max(100).optional().describe("How many; 20 unless given"),
        offset: z.int().min(0).optional().describe("How many to pass over"),
      },
      annotations: reads,
    },
    ({ limit = 20, ...input }) => toToolResult(() => registry.getHistory({ ...input, limit, order: "desc" })),
  );
  server.registerTool(
    "list_agents",
    {
      title: "Search the register",
      description:
        "A page of the register, filtered by status or by a text in id, wallet, creator, Haftungsperson or scope.",
      inputSchema: {
        search: z.string().optional(),
        status: z.enum(AGENT_STATUSES).optional(),
        page: z.int().min(1).optional(),
        limit: z.int().min(1).max(100).optional(),
      },
      annotations: reads,
    },
    (input) => toToolResult(() => registry.listAgents(input)),
  );
}
