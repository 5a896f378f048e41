import { registryAbi } from "@agent-registry/protocol";
import { type Address, type ContractFunctionReturnType, zeroAddress } from "viem";
import type { LocalChain } from "../chain/start-chain.ts";

export type EntryOnChain = {
  agent: ContractFunctionReturnType<typeof registryAbi, "view", "getAgent">;
  consents: { wallet: boolean; haftungsperson: boolean; parent: boolean };
  refusals: { haftungsperson: boolean; parent: boolean };
  isWalletReleased: boolean;
  pendingHaftungsperson: Address | null;
  pendingWallet: Address | null;
  attester: Address | null;
  /** The agent that its wallet is bound to now; 0 for none. */
  boundAgentId: bigint;
};

/** Every record of a register with what its parties have said, as the contract's views return it. */
export async function readEntries({
  chain: { reader },
  registryAddress,
}: {
  chain: Pick<LocalChain, "reader">;
  registryAddress: Address;
}): Promise<EntryOnChain[]> {
  const contract = { address: registryAddress, abi: registryAbi } as const;
  const total = Number(await reader.readContract({ ...contract, functionName: "totalAgents" }));
  async function readEntry(agentId: bigint): Promise<EntryOnChain> {
    const args = [agentId] as const;
    const agent = await reader.readContract({ ...contract, functionName: "getAgent", args });
    const [consents, refusals, isWalletReleased, boundAgentId] = await Promise.all([
      reader.readContract({ ...contract, functionName: "consents", args }),
      reader.readContract({ ...contract, functionName: "refusals", args }),
      reader.readContract({ ...contract, functionName: "isWalletReleased", args }),
      reader.readContract({ ...contract, functionName: "walletToAgent", args: [agent.agentWallet] }),
    ]);
    const [pending, pendingWallet, attester] = await Promise.all([
      reader.readContract({ ...contract, functionName: "pendingHaftungsperson", args }),
      reader.readContract({ ...contract, functionName: "pendingWallet", args }),
      reader.readContract({ ...contract, functionName: "attester", args }),
    ]);
    const [wallet, haftungsperson, parent] = consents;
    return {
      agent,
      consents: { wallet, haftungsperson, parent },
      refusals: { haftungsperson: refusals[0], parent: refusals[1] },
      isWalletReleased,
      pendingHaftungsperson: toNamed(pending),
      pendingWallet: toNamed(pendingWallet),
      attester: toNamed(attester),
      boundAgentId,
    };
  }
  return await Promise.all(Array.from({ length: total }, (_, index) => readEntry(BigInt(index + 1))));
}

const toNamed = (account: Address) => (account === zeroAddress ? null : account);
