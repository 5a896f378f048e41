import { registryAbi, toAgentStatus } from "@agent-registry/protocol";
import { type Address, encodeFunctionData, type Hex, isAddressEqual, zeroAddress } from "viem";
import { readContract } from "viem/actions";
import { type RegistryClient, requireRegistryAddress } from "../client/registry-client.ts";
import { invalidInput } from "../errors/registry-error.ts";
import { throwChainError } from "../errors/to-chain-error.ts";
import { findAgentId } from "./find-agent-id.ts";
import { type AgentConsents, getConsents } from "./get-consents.ts";
import { type AgentId, parseAgentId } from "./parse-arguments.ts";

/**
 * A write that the register accepts from this account and that changes nothing: a relayer forwards no views.
 * Naming the present attester again, which emits nothing. Only if the account may not do that: agreeing again to
 * what it has agreed to, which stands in the history.
 */
export async function toHarmlessCall(
  client: RegistryClient,
  { account, agentId: named }: { account: Address; agentId: AgentId | undefined },
): Promise<Hex> {
  const own = named ?? (await findAgentId(client, { wallet: account, source: "chain" }));
  if (own === undefined) {
    throw invalidInput(
      `No agent is registered for the wallet ${account}: name an agent that it is the creator or Haftungsperson of, or cancel without a relayer.`,
    );
  }
  const agentId = parseAgentId(own);
  const [consents, record] = await Promise.all([
    getConsents(client, { agentId, source: "chain" }),
    getRecord(client, agentId),
  ]);
  // A wallet that was released has no place in the record any more.
  const parties = consents.wallet === "released" ? { ...record, agentWallet: zeroAddress } : record;
  const isParentsParty =
    record.parentAgentId !== 0n && isPartyOf(await getRecord(client, record.parentAgentId), account);
  const isOpen = ["Active", "Suspended"].includes(toAgentStatus(record.status));
  if (isOpen && isPartyOf(parties, account)) {
    const args = [agentId, consents.attester ?? zeroAddress] as const;
    return encodeFunctionData({ abi: registryAbi, functionName: "setAttester", args });
  }
  const words = toWords({ consents, parties, account, isParentsParty });
  if (words.length > 0 && words.every((word) => word === "agreed")) {
    return encodeFunctionData({ abi: registryAbi, functionName: "confirmAgent", args: [agentId] });
  }
  throw invalidInput(
    `Every call that agent ${agentId} accepts from ${account} would change something: name another agent, or cancel without a relayer.`,
  );
}

type Parties = { agentWallet: Address; creator: Address; haftungsperson: Address };

function isPartyOf({ agentWallet, creator, haftungsperson }: Parties, account: Address): boolean {
  return [agentWallet, creator, haftungsperson].some((party) => isAddressEqual(party, account));
}

/** What the account has said in each place that it holds in the record. */
function toWords(input: {
  consents: AgentConsents;
  parties: Parties;
  account: Address;
  isParentsParty: boolean;
}): (string | null)[] {
  const { consents, parties, account, isParentsParty } = input;
  const places: [boolean, string | null][] = [
    [isAddressEqual(parties.agentWallet, account), consents.wallet],
    [isAddressEqual(parties.haftungsperson, account), consents.haftungsperson],
    [isParentsParty, consents.parent],
  ];
  return places.filter(([isHeld]) => isHeld).map(([, word]) => word);
}

function getRecord(client: RegistryClient, agentId: bigint) {
  const address = requireRegistryAddress(client);
  return readContract(client.reader, {
    address,
    abi: registryAbi,
    functionName: "getAgent",
    args: [agentId],
  }).catch(throwChainError);
}
