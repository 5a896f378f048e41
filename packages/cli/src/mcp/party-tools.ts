import { type AgentRegistry, parseAddress } from "@agent-registry/sdk";
import type { McpServer } from "@modelcontextprotocol/server";
import type { Hash } from "viem";
import { z } from "zod";
import { getRecord } from "../parties/get-record.ts";
import { getParts } from "../parties/parts.ts";
import { planDecline } from "../parties/plan-decline.ts";
import { readAfterWrite } from "../parties/read-after-write.ts";
import { requireProposed } from "../parties/require-proposed.ts";
import type { Key } from "../settings/key-file.ts";
import { addWritingTool } from "./add-writing-tool.ts";
import { proposalOutput, standingOutput, wordOutput } from "./output-schemas.ts";
import { writes, writesForGood } from "./tool-annotations.ts";

const agentId = z.int().min(1).describe("The agent's id");
const recordHash = z
  .string()
  .describe("consents.recordHash from get_agent: what was looked at. Refused if the record changed");

/** Tools for those whom a record names: to agree, to refuse, to hand over. */
export function addPartyTools(input: { server: McpServer; registry: AgentRegistry; key: Key }): void {
  const { server, registry, key } = input;
  const { address } = key.account;

  addWritingTool(
    server,
    "confirm_record",
    {
      title: "Agree to a record",
      description: `Agrees to what an agent's record names the configured key ${address} as: its wallet, its Haftungsperson or its parent. A Haftungsperson answers for the agent; a wallet is bound to it for ever. Agreeing again says that the key agrees to the record as it is now. Look at the record with get_agent first, and agree only if the key's owner wants it.`,
      inputSchema: z.object({ agentId, recordHash }),
      output: wordOutput,
      annotations: writesForGood,
    },
    async ({ agentId: id, recordHash: seen }) => {
      const record = await getRecord({ registry, agentId: id });
      const parts = getParts({ record, address });
      const result = await registry.confirm({ agentId: id, recordHash: seen as Hash });
      return { ...(await readAfterWrite({ registry, agentId: id })).json, parts, ...result };
    },
  );
  addWritingTool(
    server,
    "decline_record",
    {
      title: "Refuse a record",
      description: `Refuses what an agent's record names the configured key ${address} as. A wallet that has not agreed is released and may register itself anew, and the agent is terminated for good, unless a regulator suspended or revoked it; by the Haftungsperson's refusal the agent is suspended until a regulator acts; a parent's refusal is only marked.`,
      inputSchema: z.object({ agentId }),
      output: wordOutput,
      annotations: writesForGood,
    },
    async ({ agentId: id }) => {
      const record = await getRecord({ registry, agentId: id });
      const parts = getParts({ record, address });
      planDecline({ record, parts });
      const result = await registry.decline({ agentId: id });
      return { ...(await readAfterWrite({ registry, agentId: id })).json, parts, ...result };
    },
  );
  addWritingTool(
    server,
    "propose_haftungsperson",
    {
      title: "Propose a new Haftungsperson",
      description:
        "Proposes who takes over as an agent's Haftungsperson. The present one answers for the agent until the proposed one accepts.",
      inputSchema: z.object({
        agentId,
        haftungsperson: z.string().nullable().describe("The address; null takes the proposal back"),
      }),
      output: proposalOutput,
      annotations: writes,
    },
    async ({ agentId: id, haftungsperson }) => {
      const { chainId } = registry.client;
      const proposed =
        haftungsperson === null
          ? null
          : parseAddress({ value: haftungsperson, name: "The Haftungsperson", chainId });
      const result = await registry.proposeHaftungsperson({ agentId: id, haftungsperson: proposed });
      return { agentId: id, proposedHaftungsperson: proposed, ...result };
    },
  );
  addWritingTool(
    server,
    "accept_haftungsperson",
    {
      title: "Take over as Haftungsperson",
      description: `Makes the configured key ${address} the Haftungsperson of an agent that it was proposed for: its owner answers for the agent from then on. Look at the record with get_agent first, and accept only if the key's owner wants it.`,
      inputSchema: z.object({ agentId, recordHash }),
      output: standingOutput,
      annotations: writesForGood,
    },
    async ({ agentId: id, recordHash: seen }) => {
      const record = await getRecord({ registry, agentId: id });
      requireProposed({ record, address, as: "haftungsperson" });
      const result = await registry.acceptHaftungsperson({ agentId: id, recordHash: seen as Hash });
      return { ...(await readAfterWrite({ registry, agentId: id })).json, ...result };
    },
  );
  addWritingTool(
    server,
    "release_wallet",
    {
      title: "Release a wallet (regulators)",
      description:
        "Only if the configured key is a regulator's: frees a wallet that never agreed to its entry, so that it may register itself anew. An active or suspended agent is terminated by it for good.",
      inputSchema: z.object({ agentId }),
      output: standingOutput,
      annotations: writesForGood,
    },
    async ({ agentId: id }) => {
      const result = await registry.releaseWallet({ agentId: id });
      return { ...(await readAfterWrite({ registry, agentId: id })).json, ...result };
    },
  );
}
