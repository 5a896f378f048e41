import { type Deployment, deployContracts } from "@agent-registry/contracts";
import { registryAbi } from "@agent-registry/protocol";
import { devAccounts } from "./dev-accounts.ts";
import type { LocalChain } from "./start-chain.ts";

/** Deploys both contracts to a local chain as `npm start` has them: the owner is the first regulator. */
export async function deployLocally(chain: Pick<LocalChain, "wallet" | "reader">): Promise<Deployment> {
  const wallet = chain.wallet(devAccounts.owner);
  const deployment = await deployContracts({ wallet, reader: chain.reader });
  const hash = await wallet.writeContract({
    address: deployment.registryAddress,
    abi: registryAbi,
    functionName: "addRegulator",
    args: [devAccounts.owner.address],
  });
  await chain.reader.waitForTransactionReceipt({ hash });
  return deployment;
}
