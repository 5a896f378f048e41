import { existsSync, readFileSync } from "node:fs";
import { type AgentRegistry, createAgentRegistry, fromEnv } from "@agent-registry/sdk";
import type { Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";

/** The local register that `npm start` runs, or else the one that the environment names. */
export function openRegister(privateKey?: Hex): AgentRegistry {
  const file = ".local/stack.json";
  // With this key or none: the example must not use your own key from the environment.
  if (!existsSync(file)) return fromEnv({ ...process.env, AGENT_PRIVATE_KEY: privateKey });
  const { chainId, rpcUrl, registryAddress, relayerUrl } = JSON.parse(readFileSync(file, "utf8"));
  const signer = privateKey && { account: privateKeyToAccount(privateKey) };
  return createAgentRegistry({ chainId, rpcUrl, registryAddress, relayerUrl, ...signer });
}
