import {
  type AgentRecord,
  isCompliant,
  KyaResponse,
  registryAbi,
  type Standing,
} from "@agent-registry/protocol";
import type { Address } from "viem";
import { type RegistryClient, requireRegistryAddress } from "../client/registry-client.ts";
import { RegistryError } from "../errors/registry-error.ts";
import { toChainError } from "../errors/to-chain-error.ts";
import { askApi } from "../reading/ask-api.ts";
import { getNow } from "../reading/get-now.ts";
import { chooseSource, type Source } from "../reading/source.ts";
import { toAgentRecord } from "../reading/to-agent-record.ts";
import { parseAddress } from "./parse-arguments.ts";

export type KyaAgent = Pick<
  AgentRecord,
  | "agentId"
  | "creator"
  | "haftungsperson"
  | "agentWallet"
  | "operationalScope"
  | "status"
  | "registeredAt"
  | "lastAttestation"
>;

/** The answer to "may I do business with this wallet?" */
export type KyaVerdict = { wallet: Address; checkedAt: string; source: Source } & (
  | { verdict: "compliant"; reason: "active-and-attested"; agent: KyaAgent }
  | {
      verdict: "non-compliant";
      reason: "suspended" | "revoked" | "terminated" | "attestation-lapsed";
      agent: KyaAgent;
    }
  | { verdict: "not-registered"; reason: "not-registered"; agent: null }
);

export type KyaInput = { wallet: string; source?: Source | undefined };

/**
 * Know your agent: whether a wallet is registered and compliant, and why not.
 *
 * @example
 * const answer = await registry.kya({ wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" });
 * if (answer.verdict !== "compliant") refuse(answer.reason);
 */
export async function kya(client: RegistryClient, input: KyaInput): Promise<KyaVerdict> {
  const wallet = parseAddress({ value: input.wallet, name: "The wallet" });
  return chooseSource(client, input.source) === "api" ? kyaByApi(client, wallet) : kyaByChain(client, wallet);
}

async function kyaByApi(client: RegistryClient, wallet: Address): Promise<KyaVerdict> {
  const answer = await askApi(client, { path: `/api/v1/kya/${wallet}`, schema: KyaResponse });
  const facts = { wallet, checkedAt: answer.checkedAt, source: "api" } as const;
  if (!answer.isRegistered || answer.agent === null) return notRegistered(facts);
  return judge({ facts, agent: answer.agent, compliant: answer.isCompliant });
}

async function kyaByChain(client: RegistryClient, wallet: Address): Promise<KyaVerdict> {
  const [found, now] = await Promise.all([findByWallet(client, wallet), getNow(client)]);
  const facts = { wallet, checkedAt: new Date().toISOString(), source: "chain" } as const;
  if (found === undefined) return notRegistered(facts);
  return judge({ facts, agent: toKyaAgent(found), compliant: isCompliant(toStanding(found), now) });
}

type Facts = { wallet: Address; checkedAt: string; source: Source };

function notRegistered(facts: Facts): KyaVerdict {
  return { ...facts, verdict: "not-registered", reason: "not-registered", agent: null };
}

function judge({
  facts,
  agent,
  compliant,
}: {
  facts: Facts;
  agent: KyaAgent;
  compliant: boolean;
}): KyaVerdict {
  if (compliant) return { ...facts, verdict: "compliant", reason: "active-and-attested", agent };
  const reason = (
    {
      Suspended: "suspended",
      Revoked: "revoked",
      Terminated: "terminated",
      Active: "attestation-lapsed",
    } as const
  )[agent.status];
  return { ...facts, verdict: "non-compliant", reason, agent };
}

async function findByWallet(client: RegistryClient, wallet: Address): Promise<AgentRecord | undefined> {
  try {
    const tuple = await client.reader.readContract({
      address: requireRegistryAddress(client),
      abi: registryAbi,
      functionName: "getAgentByWallet",
      args: [wallet],
    });
    return toAgentRecord(tuple);
  } catch (cause) {
    const error = toChainError(cause);
    if (error instanceof RegistryError && error.reason === "unknown-wallet") return undefined;
    throw error;
  }
}

function toStanding({ status, lastAttestation }: AgentRecord): Standing {
  return { status, lastAttestation: Date.parse(lastAttestation) / 1000 };
}

function toKyaAgent(record: AgentRecord): KyaAgent {
  const {
    agentId,
    creator,
    haftungsperson,
    agentWallet,
    operationalScope,
    status,
    registeredAt,
    lastAttestation,
  } = record;
  return {
    agentId,
    creator,
    haftungsperson,
    agentWallet,
    operationalScope,
    status,
    registeredAt,
    lastAttestation,
  };
}
