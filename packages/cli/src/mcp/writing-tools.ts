import type { AgentRegistry } from "@agent-registry/sdk";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { type Address, zeroAddress } from "viem";
import { z } from "zod";
import { getOwnAgentId } from "../session/get-own-agent-id.ts";
import type { Key } from "../settings/key-file.ts";
import { withoutUndefined } from "../without-undefined.ts";
import { toToolResult } from "./tool-result.ts";

const annotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: true } as const;
const agentId = z.int().min(1).optional().describe("The key's own agent unless given");
const moment = z.iso.datetime({ offset: true }).or(z.iso.date());

/** Tools that act in the name of the configured key. */
export function addWritingTools(input: { server: McpServer; registry: AgentRegistry; key: Key }): void {
  const { server, registry, key } = input;
  const own = (id: number | undefined) => getOwnAgentId({ registry, key, agentId: id });

  server.registerTool(
    "register_agent",
    {
      title: "Register an agent",
      description: `Enters the configured wallet ${key.account.address} in the register, for good. With a parent, the Haftungsperson may be left out and is inherited.`,
      inputSchema: {
        operationalScope: z.string().describe("What the agent does, in up to 1,000 bytes"),
        haftungsperson: z.string().optional().describe("Address of the person who answers for the agent"),
        parentAgentId: z.int().min(1).optional(),
        constitution: z
          .string()
          .optional()
          .describe("The text of the agent's constitution; its hash is filed"),
        capabilities: z
          .array(z.string())
          .optional()
          .describe("What the agent can do; the list's hash is filed"),
        selfModifying: z.boolean().optional(),
      },
      annotations,
    },
    ({ haftungsperson, parentAgentId, ...rest }) =>
      toToolResult(() => {
        const description = withoutUndefined(rest);
        const person = haftungsperson as Address | undefined;
        if (parentAgentId === undefined) {
          // The contract takes the zero address for none, and refuses in its own words.
          return registry.register({ ...description, haftungsperson: person ?? zeroAddress });
        }
        return registry.registerChild({
          ...description,
          parentAgentId,
          ...(person && { haftungsperson: person }),
        });
      }),
  );
  server.registerTool(
    "attest_compliance",
    {
      title: "Attest compliance",
      description: "Attests that the agent is compliant; current for 7 days.",
      inputSchema: { agentId },
      annotations,
    },
    (input) =>
      toToolResult(async () => {
        const id = await own(input.agentId);
        return { agentId: id, ...(await registry.attest({ agentId: id })) };
      }),
  );
  server.registerTool(
    "report_revenue",
    {
      title: "Report revenue",
      description: "Reports the revenue of a period. It is public and cannot be changed.",
      inputSchema: {
        agentId,
        amount: z.int().min(0).describe("Whole hundredths of the currency: 12.50 EUR is 1250"),
        currency: z.string().describe("Such as EUR, USDC or ETH"),
        category: z.string().describe("Such as research, service_fees or data_sales"),
        periodStart: moment,
        periodEnd: moment.describe("Not in the future"),
      },
      annotations,
    },
    ({ agentId: named, periodStart, periodEnd, ...report }) =>
      toToolResult(async () => {
        const id = await own(named);
        const period = { periodStart: new Date(periodStart), periodEnd: new Date(periodEnd) };
        return { agentId: id, ...(await registry.reportRevenue({ agentId: id, ...report, ...period })) };
      }),
  );
}
