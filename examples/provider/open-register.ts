import { existsSync, readFileSync } from "node:fs";
import { type AgentRegistry, createAgentRegistry, fromEnv } from "@agent-registry/sdk";
import { createOfflineKya, type OfflineKya } from "@agent-registry/sdk/offline";
import type { Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";

/** The local register that `npm start` runs, or else the one that the environment names. */
export function openRegister(privateKey?: Hex): AgentRegistry {
  const file = ".local/stack.json";
  // With this key or none: the example must not use your own key from the environment.
  if (!existsSync(file)) return fromEnv({ ...process.env, AGENT_PRIVATE_KEY: privateKey });
  const { chainId, rpcUrl, registryAddress, relayerUrl, apiUrl } = JSON.parse(readFileSync(file, "utf8"));
  const signer = privateKey && { account: privateKeyToAccount(privateKey) };
  return createAgentRegistry({ chainId, rpcUrl, registryAddress, relayerUrl, apiUrl, ...signer });
}

/** Decides by what this register has signed. */
export function openOffline({
  client: { apiUrl, registryAddress: registry, chainId },
}: AgentRegistry): OfflineKya {
  if (apiUrl === undefined || registry === undefined || chainId === undefined)
    throw new Error("To decide offline, the register's API, contract and chain id must be known");
  return createOfflineKya({ issuers: [{ issuer: apiUrl }], registry, chainId, onProblem: console.warn });
}
