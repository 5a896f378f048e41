import type { AgentRegistry } from "@agent-registry/sdk";
import type { McpServer } from "@modelcontextprotocol/server";
import { type Address, zeroAddress } from "viem";
import { z } from "zod";
import { throwExplained } from "../parties/explain-taken-wallet.ts";
import { attestFleet } from "../parties/fleet.ts";
import { readAfterWrite } from "../parties/get-record.ts";
import { requireOwnAgreement } from "../parties/require-own-agreement.ts";
import { updateRecord } from "../parties/update-record.ts";
import { getOwnAgentId } from "../session/get-own-agent-id.ts";
import type { Key } from "../settings/key-file.ts";
import { withoutUndefined } from "../without-undefined.ts";
import { addWritingTool, eachTime, writes, writesForGood } from "./add-tool.ts";
import {
  cancellationOutput,
  filingOutput,
  fleetOutput,
  registrationOutput,
  standingOutput,
  updateOutput,
} from "./output-schemas.ts";

const agentId = z.int().min(1).optional().describe("The key's own agent unless given");
const moment = z.iso.datetime({ offset: true }).or(z.iso.date());

/** Tools that act in the name of the configured key. */
export function addWritingTools(input: { server: McpServer; registry: AgentRegistry; key: Key }): void {
  const { server, registry, key } = input;
  const own = (id: number | undefined) => getOwnAgentId({ registry, key, agentId: id });

  addWritingTool(
    server,
    "register_agent",
    {
      title: "Register an agent",
      description: `Enters the configured wallet ${key.account.address} in the register, for good; it counts as the first attestation, which holds for 7 days. The Haftungsperson answers for it once it agrees (confirm_record, with its own key); providers refuse a wallet that is its own Haftungsperson. A child inherits its parent's Haftungsperson only if the configured key is the parent's wallet, creator or Haftungsperson; otherwise name one. To enter another wallet than the configured one, for example a child's, name it: it must agree itself.`,
      inputSchema: z.object({
        operationalScope: z.string().describe("What the agent does, in up to 1,000 bytes"),
        haftungsperson: z.string().optional().describe("Address of the person who answers for the agent"),
        agentWallet: z.string().optional().describe("The agent's wallet; the configured one unless given"),
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
      }),
      output: registrationOutput,
      annotations: writesForGood,
    },
    async ({ haftungsperson, agentWallet, parentAgentId, ...rest }) => {
      const wallet = agentWallet as Address | undefined;
      const description = withoutUndefined({ ...rest, agentWallet: wallet });
      const person = haftungsperson as Address | undefined;
      const entry =
        parentAgentId === undefined
          ? // The contract takes the zero address for none, and refuses in its own words.
            registry.register({ ...description, haftungsperson: person ?? zeroAddress })
          : registry.registerChild({
              ...description,
              parentAgentId,
              ...(person && { haftungsperson: person }),
            });
      const registration = await entry.catch((error) =>
        throwExplained({ registry, wallet: wallet ?? key.account.address, error }),
      );
      const after = await readAfterWrite({ registry, agentId: registration.agentId });
      return { ...registration, ...after.json };
    },
  );
  addWritingTool(
    server,
    "attest_compliance",
    {
      title: "Attest compliance",
      description:
        "Attests that the agent is compliant; current for 7 days, so it is due at least every 7 days. Only for active agents, by their wallet, creator, Haftungsperson or attester; an attester names the agent. Stops if somebody else entered the configured wallet and it never agreed: then confirm_record or decline_record comes first.",
      inputSchema: z.object({ agentId }),
      output: filingOutput,
      annotations: { ...writes, ...eachTime },
    },
    async (input) => {
      const id = await own(input.agentId);
      const { agent } = await registry.getAgent({ agentId: id, source: "chain" });
      await requireOwnAgreement({ registry, address: key.account.address, agent });
      return { agentId: id, ...(await registry.attest({ agentId: id })) };
    },
  );
  addWritingTool(
    server,
    "attest_all",
    {
      title: "Attest compliance of a fleet",
      description:
        "Attests for every active agent that the configured key answers for (as creator, or as wallet or Haftungsperson that has agreed), in as few transactions as fit; each attestation holds for 7 days. Needs the query API. Agents that only name the key are left out, with the reason.",
      inputSchema: z.object({}),
      output: fleetOutput,
      annotations: { ...writes, ...eachTime },
    },
    () => attestFleet({ registry, address: key.account.address }),
  );
  addWritingTool(
    server,
    "cancel_requests",
    {
      title: "Take back signed requests",
      description:
        "Spends the configured key's present nonce on a call that changes nothing, so that whatever was signed with it and not yet executed never can be. What was signed in advance with a later nonce needs one more call each.",
      inputSchema: z.object({ agentId }),
      output: cancellationOutput,
      annotations: { ...writesForGood, ...eachTime },
    },
    (input) => registry.cancelRequests(input),
  );
  addWritingTool(
    server,
    "report_revenue",
    {
      title: "Report revenue",
      description:
        "Reports the revenue of a period that has ended. It is public and cannot be changed. Only for active agents, by their wallet, creator or Haftungsperson.",
      inputSchema: z.object({
        agentId,
        amount: z.int().min(0).describe("Whole hundredths of the currency: 12.50 EUR is 1250"),
        currency: z.string().describe("Such as EUR, USDC or ETH; up to 31 bytes"),
        category: z.string().describe("Such as research, service_fees or data_sales; up to 31 bytes"),
        periodStart: moment,
        periodEnd: moment.describe("Not in the future"),
      }),
      output: filingOutput,
      annotations: { ...writesForGood, ...eachTime },
    },
    async ({ agentId: named, periodStart, periodEnd, ...report }) => {
      const id = await own(named);
      const period = { periodStart: new Date(periodStart), periodEnd: new Date(periodEnd) };
      return { agentId: id, ...(await registry.reportRevenue({ agentId: id, ...report, ...period })) };
    },
  );
  addWritingTool(
    server,
    "update_record",
    {
      title: "File a new constitution or new capabilities",
      description:
        "Files the hash of an active agent's new constitution, of all its capabilities, or of both (two transactions, the constitution first). Whoever agreed to the record agreed to the old ones, and the register shows that they changed since. File the old ones again to go back.",
      inputSchema: z.object({
        agentId,
        constitution: z.string().optional().describe("The whole text; only its hash is filed"),
        capabilities: z
          .array(z.string())
          .optional()
          .describe("All that the agent can do now; only the list's hash is filed"),
      }),
      output: updateOutput,
      annotations: { ...writes, ...eachTime },
    },
    async ({ agentId: named, constitution, capabilities }) => {
      if (constitution === undefined && capabilities === undefined)
        throw new Error("Nothing to update: give constitution, capabilities, or both.");
      const id = await own(named);
      const done = await updateRecord({
        registry,
        agentId: id,
        constitution: constitution === undefined ? undefined : { constitution },
        capabilities: capabilities && { capabilities },
      });
      return { agentId: id, ...done };
    },
  );
  addWritingTool(
    server,
    "terminate_agent",
    {
      title: "Terminate an agent",
      description:
        "Ends an active agent's registration for good: it is never compliant again, and a wallet that has agreed to its agent can never be registered again. Only if the key's owner wants exactly this.",
      inputSchema: z.object({ agentId: z.int().min(1).describe("The agent's id, which must be named") }),
      output: standingOutput,
      annotations: writesForGood,
    },
    async ({ agentId: id }) => {
      const result = await registry.terminate({ agentId: id });
      return { ...(await readAfterWrite({ registry, agentId: id })).json, ...result };
    },
  );
}
