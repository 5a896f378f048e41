import type { AgentRegistry } from "@agent-registry/sdk";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { Address } from "viem";
import { z } from "zod";
import type { Key } from "../key-file.ts";
import { getOwnAgentId } from "../session.ts";
import { toToolResult } from "./tool-result.ts";

const annotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: true } as const;
const agentId = z.int().min(1).optional().describe("The key's own agent unless given");
const moment = z.iso.datetime({ offset: true }).or(z.iso.date());

/** Tools that act in the name of the configured key. */
export function addWritingTools({
  server,
  registry,
  key,
}: {
  server: McpServer;
  registry: AgentRegistry;
  key: Key;
}): void {
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
          // The zero address is how the contract is told that there is none; it refuses with its own words.
          return registry.register({ ...description, haftungsperson: person ?? `0x${"0".repeat(40)}` });
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

type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> };

function withoutUndefined<T extends object>(values: T): Given<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>;
}
