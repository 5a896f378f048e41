import { minimalForwarderAbi, registryAbi } from "@agent-registry/protocol";
import {
  type Account,
  type Address,
  type Chain,
  getAddress,
  type Hex,
  type PublicClient,
  type Transport,
  type WalletClient,
} from "viem";
import { minimalForwarderBytecode, registryBytecode } from "../generated/bytecode.ts";

export type Deployment = {
  chainId: number;
  registryAddress: Address;
  forwarderAddress: Address;
  owner: Address;
  /** The block that holds the Registry: nothing of the register is older. */
  deploymentBlock: number;
  /** Not in files of earlier versions. */
  creationTransactions?: { registry: Hex; forwarder: Hex };
};

type DeployClients = {
  wallet: WalletClient<Transport, Chain, Account>;
  reader: PublicClient<Transport, Chain>;
};

/** Deploys the forwarder, and the Registry that trusts it for good. */
export async function deployContracts({ wallet, reader }: DeployClients): Promise<Deployment> {
  const forwarder = await created(
    await wallet.deployContract({ abi: minimalForwarderAbi, bytecode: minimalForwarderBytecode }),
  );
  const registry = await created(
    await wallet.deployContract({ abi: registryAbi, bytecode: registryBytecode, args: [forwarder.address] }),
  );
  return {
    chainId: wallet.chain.id,
    registryAddress: registry.address,
    forwarderAddress: forwarder.address,
    owner: wallet.account.address,
    deploymentBlock: registry.blockNumber,
    creationTransactions: { registry: registry.hash, forwarder: forwarder.hash },
  };

  async function created(hash: Hex) {
    const receipt = await reader.waitForTransactionReceipt({ hash });
    if (receipt.status !== "success" || !receipt.contractAddress) {
      throw new Error(`The chain refused the deployment in transaction ${receipt.transactionHash}`);
    }
    return {
      address: getAddress(receipt.contractAddress),
      blockNumber: Number(receipt.blockNumber),
      hash: receipt.transactionHash,
    };
  }
}
