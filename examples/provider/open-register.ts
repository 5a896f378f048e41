import { existsSync, readFileSync } from "node:fs";
import { type AgentRegistry, createAgentRegistry, fromEnv } from "@agent-registry/sdk";
import type { LocalAccount } from "viem";

/** The local register that `npm start` wrote down, or else the one that the environment names. */
export function openRegister(account?: LocalAccount): AgentRegistry {
  const file = ".local/stack.json";
  if (!existsSync(file)) return fromEnv();
  const { chainId, rpcUrl, registryAddress, relayerUrl } = JSON.parse(readFileSync(file, "utf8"));
  return createAgentRegistry({ chainId, rpcUrl, registryAddress, relayerUrl, ...(account && { account }) });
}
