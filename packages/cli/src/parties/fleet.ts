import { AGENTS_PAGE, toAgentStatus } from "@agent-registry/protocol";
import {
  type AgentRegistry,
  PartlyAttestedError,
  RegistryError,
  registryAbi,
  toChainError,
  type WriteResult,
} from "@agent-registry/sdk";
import { type Address, isAddressEqual } from "viem";
import { multicall, readContract } from "viem/actions";
import { COMMAND } from "../own-package.ts";
import { invalidInput, PartlyDoneError } from "../terminal/errors.ts";

type AttestedFleet = Fleet & { transactions: WriteResult[] };

/** Attests every agent that the address answers for, in as few transactions as fit. */
export async function attestFleet(input: {
  registry: AgentRegistry;
  address: Address;
}): Promise<AttestedFleet> {
  const { registry, address } = input;
  const { agentIds, leftOut } = await findFleet(input);
  if (agentIds.length === 0) throw toNobodyError({ address, leftOut });
  try {
    const { transactions } = await registry.attestMany({ agentIds });
    return { agentIds, leftOut, transactions };
  } catch (cause) {
    if (!(cause instanceof PartlyAttestedError)) throw cause;
    const { message, attested, notAttested, unknown } = cause;
    throw new PartlyDoneError({ message, done: { attested, notAttested, unknown }, cause });
  }
}

function toNobodyError({ address, leftOut }: { address: Address } & Pick<Fleet, "leftOut">): RegistryError {
  const named = leftOut
    .map(({ agentId, reason }) => ` Agent ${agentId}: ${reason.replace(/\.$/, "")}.`)
    .join("");
  return new RegistryError({
    reason: "unknown-wallet",
    message: `There is no active agent that ${address} answers for.${named} Nothing was written.`,
  });
}

/** The agents that an address attests, and those that name it but are left out, with the reason. */
type Fleet = { agentIds: number[]; leftOut: { agentId: number; reason: string }[] };

type Question = { registry: AgentRegistry; address: Address };

/** Ten thousand agents: enough for a fleet, and an end if the query API never comes to one. */
const MAX_PAGES = 100;
/** Nodes cut the answer of such a call at 24 KB, and a record has up to 1.7 KB. */
const READ_AT_ONCE = 10;

/**
 * Every active agent whose wallet, creator or Haftungsperson the address is. The query API finds them; what it
 * says may be minutes old, so the chain decides. Attesting a record that the address never agreed to would
 * look like an agreement, so such a record is left out.
 */
async function findFleet(question: Question): Promise<Fleet> {
  const fleet: Fleet = { agentIds: [], leftOut: [] };
  const named = await findNamed(question);
  for (let start = 0; start < named.length; start += READ_AT_ONCE) {
    for (const { agentId, reason } of await judge(question, named.slice(start, start + READ_AT_ONCE))) {
      if (reason === undefined) fleet.agentIds.push(agentId);
      else fleet.leftOut.push({ agentId, reason });
    }
  }
  return fleet;
}

/** The search also finds the address in scopes, which anyone may write: only the fields of an address count. */
async function findNamed({ registry, address }: Question): Promise<number[]> {
  const found = new Set<number>();
  for (let page = 1; page <= MAX_PAGES; page++) {
    const query = { search: address, status: "Active", sort: "agentId", order: "asc" } as const;
    const { data, totalPages } = await registry.listAgents({ ...query, page, limit: AGENTS_PAGE.max });
    for (const { agentId, ...parties } of data) if (isParty(parties, address)) found.add(agentId);
    if (page >= totalPages) return [...found];
  }
  throw invalidInput(
    `More than ${MAX_PAGES * AGENTS_PAGE.max} agents hold ${address}: attest them by their ids. Nothing was written.`,
  );
}

type Parties = { agentWallet: Address; creator: Address; haftungsperson: Address };

function isParty({ agentWallet, creator, haftungsperson }: Parties, address: Address): boolean {
  return [agentWallet, creator, haftungsperson].some((party) => isAddressEqual(party, address));
}

async function judge({ registry, address }: Question, agentIds: number[]) {
  const { records, retiredFrom } = await readFromChain({ registry, address, agentIds });
  return records.map(({ agent, consents: [walletAgreed, haftungspersonAgreed] }) => {
    const agentId = Number(agent.agentId);
    const status = toAgentStatus(agent.status);
    const is = (party: Address) => isAddressEqual(party, address);
    if (status !== "Active") return { agentId, reason: `It is ${status}.` };
    if (!isParty(agent, address)) return { agentId, reason: "It does not name this key any more." };
    if (is(agent.creator) && retiredFrom === agent.agentId)
      return {
        agentId,
        reason: "Another wallet took the place of this key's, which has no part in it any more.",
      };
    if (is(agent.creator)) return { agentId };
    if ((is(agent.agentWallet) && walletAgreed) || (is(agent.haftungsperson) && haftungspersonAgreed))
      return { agentId };
    const part = is(agent.agentWallet) ? "wallet" : "Haftungsperson";
    return {
      agentId,
      reason: `Its ${part}, which is this key's, has not agreed: ${COMMAND} confirm ${agentId}, or decline ${agentId}`,
    };
  });
}

async function readFromChain({ registry, address, agentIds }: Question & { agentIds: number[] }) {
  const { reader, registryAddress } = registry.client;
  if (registryAddress === undefined) {
    throw new RegistryError({
      reason: "missing-configuration",
      message: "No Registry is configured: set REGISTRY_ADDRESS or --registry.",
    });
  }
  const contract = { address: registryAddress, abi: registryAbi } as const;
  // One question to the node for all of them.
  const together = { deployless: true, allowFailure: false, batchSize: 0 } as const;
  const args = agentIds.map((id) => [BigInt(id)] as const);
  const [agents, consents, retiredFrom] = await Promise.all([
    multicall(reader, {
      ...together,
      contracts: args.map((id) => ({ ...contract, functionName: "getAgent", args: id }) as const),
    }),
    multicall(reader, {
      ...together,
      contracts: args.map((id) => ({ ...contract, functionName: "consents", args: id }) as const),
    }),
    readContract(reader, { ...contract, functionName: "retiredWallet", args: [address] }),
  ]).catch((error) => {
    throw toChainError(error);
  });
  const records = agents.map((agent, i) => ({
    agent,
    consents: consents[i] ?? ([false, false, false] as const),
  }));
  return { records, retiredFrom };
}
