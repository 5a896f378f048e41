import { type AgentRegistry, parseAddress } from "@agent-registry/sdk";
import type { McpServer } from "@modelcontextprotocol/server";
import type { Address, Hash } from "viem";
import { z } from "zod";
import { getRecord, readAfterWrite } from "../parties/get-record.ts";
import { getParties, planDecline } from "../parties/held-parties.ts";
import { type Proposable, requireProposed } from "../parties/require-proposed.ts";
import type { Key } from "../settings/key-file.ts";
import { addWritingTool, writes, writesForGood } from "./add-tool.ts";
import {
  attesterOutput,
  proposalOutput,
  standingOutput,
  walletProposalOutput,
  wordOutput,
} from "./output-schemas.ts";

const agentId = z.int().min(1).describe("The agent's id");
const recordHash = z
  .string()
  .describe("consents.recordHash from get_agent: what was looked at. Refused if the record changed");

/** Tools for those whom a record names: to agree, to refuse, to hand over, and to change which keys act for an agent. */
export function addPartyTools(input: { server: McpServer; registry: AgentRegistry; key: Key }): void {
  const { server, registry, key } = input;
  const { address } = key.account;
  const { chainId } = registry.client;
  const toAddress = (value: string | null, name: string): Address | null =>
    value === null ? null : parseAddress({ value, name, chainId });

  async function withStanding(id: number, result: object): Promise<object> {
    return { ...(await readAfterWrite({ registry, agentId: id })).json, ...result };
  }
  const takeOver = (as: Proposable) => async (seen: { agentId: number; recordHash: string }) => {
    const record = await getRecord({ registry, agentId: seen.agentId });
    requireProposed({ record, address, as });
    const action = as === "wallet" ? "acceptWallet" : "acceptHaftungsperson";
    const result = await registry[action]({ agentId: seen.agentId, recordHash: seen.recordHash as Hash });
    return withStanding(seen.agentId, result);
  };

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
      const parties = getParties({ record, address });
      const result = await registry.confirm({ agentId: id, recordHash: seen as Hash });
      return withStanding(id, { parts: parties, ...result });
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
      const parties = getParties({ record, address });
      planDecline({ record, parties });
      return withStanding(id, { parts: parties, ...(await registry.decline({ agentId: id })) });
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
      const proposed = toAddress(haftungsperson, "The Haftungsperson");
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
    takeOver("haftungsperson"),
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
    async ({ agentId: id }) => withStanding(id, await registry.releaseWallet({ agentId: id })),
  );
  addWritingTool(
    server,
    "propose_wallet",
    {
      title: "Propose a new wallet",
      description:
        "Only if the configured key is the agent's Haftungsperson and has agreed: proposes the wallet that acts for the agent from now on, for example because the key of the present one was lost or leaked. The present one stays until the new one accepts. The new one must be a wallet that the register has never known.",
      inputSchema: z.object({
        agentId,
        wallet: z.string().nullable().describe("The address; null takes the proposal back"),
      }),
      output: walletProposalOutput,
      annotations: writes,
    },
    async ({ agentId: id, wallet }) => {
      const pendingWallet = toAddress(wallet, "The wallet");
      const result = await registry.proposeWallet({ agentId: id, wallet: pendingWallet });
      return { agentId: id, pendingWallet, ...result };
    },
  );
  addWritingTool(
    server,
    "accept_wallet",
    {
      title: "Take over as the wallet",
      description: `Makes the configured key ${address} the wallet of an agent that it was proposed for, which is its agreement to the record. The former wallet is retired: no agent ever has it again. The attester and a proposed Haftungsperson are dropped. Look at the record with get_agent first, and accept only if the key's owner wants it.`,
      inputSchema: z.object({ agentId, recordHash }),
      output: standingOutput,
      annotations: writesForGood,
    },
    takeOver("wallet"),
  );
  addWritingTool(
    server,
    "set_attester",
    {
      title: "Name an attester",
      description:
        "Names a key that may attest for the agent and do nothing else, so that the process that attests every week need not hold the wallet's key. It takes the place of the present attester. By the agent's wallet, creator or Haftungsperson.",
      inputSchema: z.object({
        agentId,
        attester: z.string().nullable().describe("The key's address; null removes the attester"),
      }),
      output: attesterOutput,
      annotations: writes,
    },
    async ({ agentId: id, attester: given }) => {
      const attester = toAddress(given, "The attester");
      const result = await registry.setAttester({ agentId: id, attester });
      return { agentId: id, attester, ...result };
    },
  );
}
