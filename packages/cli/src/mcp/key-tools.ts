import { type AgentRegistry, parseAddress } from "@agent-registry/sdk";
import type { McpServer } from "@modelcontextprotocol/server";
import type { Address, Hash } from "viem";
import { z } from "zod";
import { getRecord } from "../parties/get-record.ts";
import { readAfterWrite } from "../parties/read-after-write.ts";
import { requireProposed } from "../parties/require-proposed.ts";
import type { Key } from "../settings/key-file.ts";
import { addWritingTool } from "./add-writing-tool.ts";
import { attesterOutput, standingOutput, walletProposalOutput } from "./output-schemas.ts";
import { writes, writesForGood } from "./tool-annotations.ts";

const agentId = z.int().min(1).describe("The agent's id");

/** Tools that change which keys act for an agent. */
export function addKeyTools(input: { server: McpServer; registry: AgentRegistry; key: Key }): void {
  const { server, registry, key } = input;
  const { address } = key.account;
  const { chainId } = registry.client;
  const toAddress = (value: string | null, name: string): Address | null =>
    value === null ? null : parseAddress({ value, name, chainId });

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
      inputSchema: z.object({
        agentId,
        recordHash: z
          .string()
          .describe("consents.recordHash from get_agent: what was looked at. Refused if the record changed"),
      }),
      output: standingOutput,
      annotations: writesForGood,
    },
    async ({ agentId: id, recordHash }) => {
      const record = await getRecord({ registry, agentId: id });
      requireProposed({ record, address, as: "wallet" });
      const result = await registry.acceptWallet({ agentId: id, recordHash: recordHash as Hash });
      return { ...(await readAfterWrite({ registry, agentId: id })).json, ...result };
    },
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
