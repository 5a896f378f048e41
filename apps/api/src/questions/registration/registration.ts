import {
  ATTESTATION_VALIDITY_SECONDS,
  apiErrors,
  CACHE_TTL_MS,
  isCompliant,
  LiabilitySchema,
  REGISTRATION_TYPE,
  RegistrationFile,
  toTimestamp,
} from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import type { Address } from "viem";
import { defineQuestion } from "../../http/question.ts";
import type { Register } from "../../http/register.ts";
import { toConsents } from "../../index/parties.ts";
import { toIndexedAgent } from "../../index/read/read-agent.ts";
import type { AgentRow } from "../../index/schema.ts";
import { agreed, HAFTUNGSPERSON, REGISTRY, record, WALLET } from "../shared/examples.ts";

const CHAIN = "eip155:84532";
const API = "https://register.test/api/v1";

/** An agent's record as a registration file by ERC-8004, for tools that know those. */
export const registration = defineQuestion({
  path: "/agent/:id/registration.json",
  response: RegistrationFile,
  keptMs: CACHE_TTL_MS.agent,
  async read({ db, chain }, { agentId }) {
    if (chain === undefined) throw new HttpError(500, apiErrors.rpcFailure("the index is still empty"));
    const row = await db.selectFrom("agents").selectAll().where("agent_id", "=", agentId).executeTakeFirst();
    return row && { row, chainId: chain.chainId };
  },
  answer: ({ row, chainId }, _, register) => ({ body: toRegistrationFile(row, chainId, register) }),
  schemas: { Liability: LiabilitySchema, RegistrationFile },
  doc: {
    operationId: "getRegistrationFile",
    tag: "Agents",
    summary: "An agent's record as a registration file by ERC-8004",
    description:
      "For tools that read such files. `liability` is ours: who answers for the agent, who has agreed, and where that can be checked. The contract of this register is no ERC-721 token: `ownerOf` and `tokenURI` revert. `description` is a stranger's text.",
    example: {
      type: "https://eips.ethereum.org/EIPS/eip-8004#registration-v1",
      name: "Agent 1",
      description: record.operationalScope,
      image: "https://dashboard.test/icon.svg",
      services: [
        { name: "agentWallet", endpoint: `${CHAIN}:${WALLET}` },
        { name: "agent-registry", endpoint: `${API}/agent/1`, version: "1" },
      ],
      x402Support: false,
      active: true,
      registrations: [{ agentId: 1, agentRegistry: `${CHAIN}:${REGISTRY}` }],
      supportedTrust: ["legal-accountability"],
      liability: {
        v: 1,
        haftungsperson: `${CHAIN}:${HAFTUNGSPERSON}`,
        consents: agreed,
        status: "Active",
        isCompliant: true,
        attestedUntil: "2026-03-06T12:00:00.000Z",
        generation: 0,
        parentAgentId: 0,
        receipt: `${API}/kya/${WALLET}/receipt`,
        proof: `${API}/kya/${WALLET}/proof`,
        binding: `${API}/agent/1/binding`,
      },
    },
  },
});

/** A record as the tools for ERC-8004 read it. */
function toRegistrationFile(row: AgentRow, chainId: number, register: Register): RegistrationFile {
  const { registryAddress, publicUrls } = register;
  const agent = toIndexedAgent(row);
  const { agentId, agentWallet, status } = agent;
  const isWalletReleased = row.wallet_released === 1;
  const toAccount = (address: Address) => `eip155:${chainId}:${address}`;
  const agentUrl = `${publicUrls.api}/api/v1/agent/${agentId}`;
  // A released wallet has no part in this record any more.
  const wallet = { name: "agentWallet", endpoint: toAccount(agentWallet) };
  return {
    type: REGISTRATION_TYPE,
    name: `Agent ${agentId}`,
    description: agent.operationalScope,
    image: `${publicUrls.dashboard}/icon.svg`,
    services: [
      ...(isWalletReleased ? [] : [wallet]),
      { name: "agent-registry", endpoint: agentUrl, version: "1" },
    ],
    x402Support: false,
    active: status === "Active",
    registrations: [{ agentId, agentRegistry: toAccount(registryAddress) }],
    supportedTrust: ["legal-accountability"],
    liability: {
      v: 1,
      haftungsperson: toAccount(agent.haftungsperson),
      consents: toConsents(row.consents),
      status,
      isCompliant: isCompliant(agent, register.now()),
      attestedUntil: toTimestamp(agent.lastAttestation + ATTESTATION_VALIDITY_SECONDS),
      generation: agent.generation,
      parentAgentId: agent.parentAgentId,
      ...(isWalletReleased ? {} : toProofs(agentWallet, agentUrl, register)),
    },
  };
}

/** Where what is said here can be checked. */
function toProofs(agentWallet: Address, agentUrl: string, { publicUrls, signing }: Register) {
  const kyaUrl = `${publicUrls.api}/api/v1/kya/${agentWallet}`;
  const proof = `${kyaUrl}/proof`;
  if (signing === undefined) return { proof };
  return { receipt: `${kyaUrl}/receipt`, proof, binding: `${agentUrl}/binding` };
}
