import {
  AGENTS_PAGE,
  AgentsQuery,
  AgentsResponse,
  HistoryResponse,
  LINEAGE_MAX_CHILDREN,
  LINEAGE_MAX_LEVELS,
  LineageNodeSchema,
} from "@agent-registry/protocol";
import type { AgentRegistry } from "@agent-registry/sdk";
import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { getExtractWithWallets } from "../parties/get-record.ts";
import { addReadingTool } from "./add-tool.ts";
import { agentOutput, personOutput } from "./output-schemas.ts";

const agentId = z.int().min(1).describe("The agent's id");

/** Enough for a model to read at once. */
const MAX_FILINGS = 100;

/** Tools that need no key. */
export function addReadingTools({ server, registry }: { server: McpServer; registry: AgentRegistry }): void {
  addReadingTool(
    server,
    "get_agent",
    {
      title: "Look up an agent",
      description:
        "An agent's record: Haftungsperson, scope, status, parent and children, compliance, which of the named parties agreed to their part or refused it, who is proposed as Haftungsperson, which wallet is proposed, the attester, the wallets that the agent has had, and the record's hash for confirm_record, accept_haftungsperson and accept_wallet. Compliant is who is active and attested in the last 7 days (compliance.attestationCurrent). The same is offered as the resource agent-registry://agent/{agentId}.",
      inputSchema: z.object({ agentId }),
      output: agentOutput,
    },
    (input) => getExtractWithWallets({ registry, ...input }),
  );
  addReadingTool(
    server,
    "get_person",
    {
      title: "Look up a person",
      description:
        "How many agents an address answers for, and what notaries have certified about it: by whom, which kind of person, how well it was checked, until when, and whether it counts, else why not; and which agents it is asked to take over as their Haftungsperson, for accept_haftungsperson. A certificate is the notary's word on who controls the address, and says nothing about the agents. Needs the query API.",
      inputSchema: z.object({ address: z.string().describe("The person's address") }),
      output: personOutput,
    },
    async (input) => {
      const person = await registry.getHaftungsperson(input);
      const { address, summary, certificates, pendingHandovers, data } = person;
      const { totalAgents, compliantCount } = summary;
      const agentIds = data.map(({ agentId }) => agentId);
      return { address, certificates, pendingHandovers, totalAgents, compliantCount, agentIds };
    },
  );
  addReadingTool(
    server,
    "get_lineage",
    {
      title: "Look up a lineage",
      description: `The tree of an agent's descendants, up to ${LINEAGE_MAX_LEVELS} levels and ${LINEAGE_MAX_CHILDREN} children of each, those with the parent's agreement first; a note says what is left out. Up to 10 minutes old if the query API answers.`,
      inputSchema: z.object({ agentId }),
      output: LineageNodeSchema,
    },
    (input) => registry.getLineage(input),
  );
  addReadingTool(
    server,
    "get_filings",
    {
      title: "Look up an agent's filings",
      description:
        "Every change of an agent's record, newest first: registration, attestations, revenue reports (amounts in hundredths), agreements and refusals, handovers of the Haftungsperson, changes of wallet and attester, changes of status with their reasons. At most 100 a call; total says how many there are. Needs the query API.",
      inputSchema: z.object({
        agentId,
        limit: z.int().min(1).max(MAX_FILINGS).optional().describe("How many; 20 unless given"),
        offset: z.int().min(0).optional().describe("How many to pass over"),
      }),
      output: HistoryResponse,
    },
    ({ limit = 20, ...input }) => registry.getHistory({ ...input, limit, order: "desc" }),
  );
  addReadingTool(
    server,
    "list_agents",
    {
      title: "Search the register",
      description:
        "A page of the register, filtered by status or by a search of up to 200 characters: an id, words of the scope (the last one may be the beginning of a word; a part from the middle of one is not found), or the beginning of the address of wallet, creator or Haftungsperson; at most 100 agents a page. Up to 5 minutes old. Needs the query API.",
      inputSchema: AgentsQuery.pick({ search: true, status: true, sort: true, order: true }).extend({
        page: z.int().min(1).optional().describe("From 1 on"),
        limit: z
          .int()
          .min(1)
          .max(AGENTS_PAGE.max)
          .optional()
          .describe(`Agents a page; ${AGENTS_PAGE.default} unless given`),
      }),
      output: AgentsResponse,
    },
    (input) => registry.listAgents(input),
  );
}
