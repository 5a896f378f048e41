import { maskUrl } from "@agent-registry/protocol";
import { minimalForwarderBytecode, registryBytecode } from "../../generated/bytecode.ts";
import type { Deployment } from "../deploy-contracts.ts";
import { type Compilation, readCompilation } from "./read-compilation.ts";
import { verifySource } from "./verify-source.ts";

type Compilations = { registry: Compilation; forwarder: Compilation };

export async function readCompilations(): Promise<Compilations> {
  return {
    registry: await readCompilation({ contract: "Registry", bytecode: registryBytecode }),
    forwarder: await readCompilation({ contract: "MinimalForwarder", bytecode: minimalForwarderBytecode }),
  };
}

type Input = { deployment: Deployment; compilations: Compilations; serverUrl: string };

/** Has Sourcify publish the source of both contracts, and says how that went. True if both are verified. */
export async function verifyDeploymentSource({
  deployment,
  compilations,
  serverUrl,
}: Input): Promise<boolean> {
  const { chainId, registryAddress, forwarderAddress, creationTransactions } = deployment;
  let isVerified = true;
  for (const [name, address, compilation, creationTransactionHash] of [
    ["MinimalForwarder", forwarderAddress, compilations.forwarder, creationTransactions?.forwarder],
    ["Registry", registryAddress, compilations.registry, creationTransactions?.registry],
  ] as const) {
    const outcome = await verifySource({
      ...compilation,
      serverUrl,
      chainId,
      address,
      creationTransactionHash,
    });
    if (outcome.isVerified)
      console.log(`${name}: verified on Sourcify${outcome.note ? ` (${outcome.note})` : ""}.`);
    else console.error(`${name}: not verified on Sourcify (${maskUrl(serverUrl)}): ${outcome.problem}.`);
    isVerified &&= outcome.isVerified;
  }
  return isVerified;
}
