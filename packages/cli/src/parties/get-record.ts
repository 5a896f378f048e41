import { toRecordHash } from "@agent-registry/protocol";
import type { AgentConsents, AgentRecord, AgentRegistry, Source } from "@agent-registry/sdk";
import type { Address, Hash } from "viem";
import { toErrorLine } from "../terminal/errors.ts";
import { renderWords } from "../terminal/render.ts";
import type { KnownWallets } from "../terminal/render-agent.ts";

export type EntryReader = Pick<AgentRegistry, "getAgent" | "getConsents">;

type Question = { agentId: number; source?: Source | undefined };

/** An agent's record and standing, with what the named parties said about it. */
async function getExtract({ registry, ...question }: Question & { registry: EntryReader }) {
  const [record, consents] = await Promise.all([registry.getAgent(question), registry.getConsents(question)]);
  return { ...record, consents };
}

/** The same for somebody who looks it up, with the wallets that the agent has had. */
export async function getExtractWithWallets(input: Question & { registry: AgentRegistry }) {
  const [extract, wallets] = await Promise.all([getExtract(input), findWallets(input)]);
  return { ...extract, ...wallets };
}

/** Only the query API has them, and the record is worth showing without them. */
async function findWallets({
  registry,
  agentId,
}: Question & { registry: AgentRegistry }): Promise<KnownWallets> {
  if (registry.client.apiUrl === undefined) return {};
  try {
    const { total, data } = await registry.getAgentWallets({ agentId });
    return { wallets: { total, data } };
  } catch (error) {
    return { walletsUnknown: toErrorLine(error) };
  }
}

/** A record as a party sees it before it says anything about it. */
export type RecordWithParties = {
  agent: AgentRecord;
  consents: AgentConsents;
  /** Who may speak for the parent; empty if the agent is a root. */
  parentParties: Address[];
  /** Worked out from the fields that are shown, so that agreeing to it is agreeing to them. */
  recordHash: Hash;
};

type InChain = { registry: EntryReader; agentId: number };

/** From the chain: what a party agrees to or declines must not be minutes old. */
export async function getEntry({ registry, agentId }: InChain) {
  const { agent, consents } = await getExtract({ registry, agentId, source: "chain" });
  return { agent, consents };
}

export async function getRecord({ registry, agentId }: InChain): Promise<RecordWithParties> {
  const { agent, consents } = await getEntry({ registry, agentId });
  return {
    agent,
    consents,
    parentParties: await getParties({ registry, agentId: agent.parentAgentId }),
    recordHash: toHash(agent),
  };
}

async function getParties({ registry, agentId }: InChain): Promise<Address[]> {
  if (agentId === 0) return [];
  const { agent, consents } = await getEntry({ registry, agentId });
  const { agentWallet, creator, haftungsperson } = agent;
  // A wallet that was released has no place in its former record any more.
  return consents.wallet === "released" ? [creator, haftungsperson] : [agentWallet, creator, haftungsperson];
}

function toHash(agent: AgentRecord): Hash {
  const { agentId, parentAgentId, ...rest } = agent;
  return toRecordHash({ ...rest, agentId: BigInt(agentId), parentAgentId: BigInt(parentAgentId) });
}

type After = {
  json: object;
  fields: Record<string, string | undefined>;
  /** Not known if the register could not be asked. */
  consents?: AgentConsents;
};

/** What stands after a write. The write is done, and is reported even if the register can no longer be asked. */
export async function readAfterWrite(input: { registry: EntryReader; agentId: number }): Promise<After> {
  const { agentId } = input;
  try {
    const { agent, consents } = await getEntry(input);
    const { status, haftungsperson } = agent;
    return {
      json: { agentId, status, consents },
      fields: { status, haftungsperson, ...renderWords(consents) },
      consents,
    };
  } catch (error) {
    const line = toErrorLine(error);
    return { json: { agentId, standingUnknown: line }, fields: { "what stands": `not known: ${line}` } };
  }
}
