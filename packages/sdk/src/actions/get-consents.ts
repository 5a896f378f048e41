import { registryAbi } from "@agent-registry/protocol";
import { type Address, type Hex, zeroAddress } from "viem";
import { multicall } from "viem/actions";
import { type RegistryClient, requireRegistryAddress } from "../client/registry-client.ts";
import { throwChainError } from "../errors/to-chain-error.ts";
import { askConsents } from "../reading/ask-about-wallets.ts";
import { chooseSource, type Source } from "../reading/source.ts";
import { type AgentId, parseAgentId } from "./parse-arguments.ts";

type PartyState = "agreed" | "refused" | "none";

/** What each party that a record names has said about it. */
export type AgentConsents = {
  agentId: number;
  /** What `confirm` takes, to agree to the record as it stands. */
  recordHash: Hex;
  /** `released`: the wallet has left, and this record is no longer its entry. */
  wallet: "agreed" | "released" | "none";
  haftungsperson: PartyState;
  /** Null for a root. */
  parent: PartyState | null;
  /** Who is to take over from the present Haftungsperson. */
  proposedHaftungsperson: Address | null;
  /** Which wallet is to take the place of the agent's. */
  pendingWallet: Address | null;
  /** A key that may attest for the agent, and do nothing else. */
  attester: Address | null;
};

/**
 * Which of the named parties agreed to their part in an agent's record, and which refused it.
 *
 * @example
 * const { haftungsperson } = await registry.getConsents({ agentId: 7 });
 * if (haftungsperson !== "agreed") remindThem();
 */
export async function getConsents(
  client: RegistryClient,
  input: { agentId: AgentId; source?: Source | undefined },
): Promise<AgentConsents> {
  const agentId = parseAgentId(input.agentId);
  return chooseSource(client, input.source) === "api"
    ? getFromApi(client, agentId)
    : getFromChain(client, agentId);
}

async function getFromApi(client: RegistryClient, agentId: bigint): Promise<AgentConsents> {
  const answer = await askConsents(client, agentId);
  const { recordHash, wallet, haftungsperson, parent } = answer;
  return {
    agentId: Number(agentId),
    recordHash,
    wallet: wallet.state,
    haftungsperson: haftungsperson.state,
    parent: parent?.state ?? null,
    proposedHaftungsperson: answer.proposedHaftungsperson,
    pendingWallet: answer.pendingWallet,
    attester: answer.attester,
  };
}

async function getFromChain(client: RegistryClient, agentId: bigint): Promise<AgentConsents> {
  const view = { address: requireRegistryAddress(client), abi: registryAbi, args: [agentId] } as const;
  // In one call, which the node answers from one block: of two blocks the words could contradict each other.
  const [consents, refusals, isReleased, recordHash, { parentAgentId }, ...named] = await multicall(
    client.reader,
    {
      deployless: true,
      allowFailure: false,
      batchSize: 0,
      contracts: [
        { ...view, functionName: "consents" },
        { ...view, functionName: "refusals" },
        { ...view, functionName: "isWalletReleased" },
        { ...view, functionName: "recordHash" },
        { ...view, functionName: "getAgent" },
        { ...view, functionName: "pendingHaftungsperson" },
        { ...view, functionName: "pendingWallet" },
        { ...view, functionName: "attester" },
      ],
    },
  ).catch(throwChainError);
  const [proposedHaftungsperson, pendingWallet, attester] = named;
  const [walletAgreed, haftungspersonAgreed, parentAgreed] = consents;
  const [haftungspersonRefused, parentRefused] = refusals;
  return {
    agentId: Number(agentId),
    recordHash,
    wallet: isReleased ? "released" : walletAgreed ? "agreed" : "none",
    haftungsperson: toState({ agreed: haftungspersonAgreed, refused: haftungspersonRefused }),
    parent: parentAgentId === 0n ? null : toState({ agreed: parentAgreed, refused: parentRefused }),
    proposedHaftungsperson: toAddressOrNull(proposedHaftungsperson),
    pendingWallet: toAddressOrNull(pendingWallet),
    attester: toAddressOrNull(attester),
  };
}

const toAddressOrNull = (address: Address) => (address === zeroAddress ? null : address);

function toState({ agreed, refused }: { agreed: boolean; refused: boolean }): PartyState {
  if (agreed) return "agreed";
  return refused ? "refused" : "none";
}
