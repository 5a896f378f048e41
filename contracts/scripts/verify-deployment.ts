import { DEFAULT_MAX_GENERATION_DEPTH, minimalForwarderAbi, registryAbi } from "@agent-registry/protocol";
import type { Address, PublicClient } from "viem";
import type { Deployment } from "./deploy-contracts.ts";

/** Asks the chain itself whether what was deployed is what was meant. Returns what is wrong. */
export async function verifyDeployment(reader: PublicClient, deployment: Deployment): Promise<string[]> {
  const { registryAddress, forwarderAddress, owner, chainId } = deployment;
  const registry = { address: registryAddress, abi: registryAbi } as const;
  const [trusted, actualOwner, depth, total, domain] = await Promise.all([
    reader.readContract({ ...registry, functionName: "trustedForwarder" }),
    reader.readContract({ ...registry, functionName: "owner" }),
    reader.readContract({ ...registry, functionName: "maxGenerationDepth" }),
    reader.readContract({ ...registry, functionName: "totalAgents" }),
    reader.readContract({
      address: forwarderAddress,
      abi: minimalForwarderAbi,
      functionName: "eip712Domain",
    }),
  ]);
  const [, name, version, domainChainId, verifyingContract] = domain;
  const expectations: [what: string, actual: unknown, expected: unknown][] = [
    ["the Registry's trusted forwarder", trusted, forwarderAddress],
    ["the Registry's owner", actualOwner, owner],
    ["the maximum generation depth", depth, BigInt(DEFAULT_MAX_GENERATION_DEPTH)],
    ["the number of agents", total, 0n],
    ["the forwarder's domain name", name, "MinimalForwarder"],
    ["the forwarder's domain version", version, "1"],
    ["the forwarder's chain id", domainChainId, BigInt(chainId)],
    ["the forwarder's verifying contract", verifyingContract, forwarderAddress satisfies Address],
  ];
  return expectations
    .filter(([, actual, expected]) => actual !== expected)
    .map(([what, actual, expected]) => `${what} is ${actual}, not ${expected}`);
}
