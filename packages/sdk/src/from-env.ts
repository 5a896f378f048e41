import { CHAIN_ID, DEFAULT_RPC_URL } from "@agent-registry/protocol";
import type { Address, Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { readKeyFile } from "#key-file";
import type { RegistryClientOptions } from "./client/registry-client.ts";
import { type AgentRegistry, createAgentRegistry } from "./create-agent-registry.ts";
import { invalidInput } from "./errors/registry-error.ts";

export type RegistryEnv = Record<string, string | undefined>;

/**
 * A register configured by the environment: REGISTRY_CHAIN (an RPC URL, several separated by commas, or base-sepolia,
 * base, local), REGISTRY_ADDRESS, AGENT_PRIVATE_KEY, RELAYER_URL, FORWARDER_ADDRESS, REGISTRY_API_URL for the query API,
 * and MAX_BLOCK_AGE_SECONDS (`maxBlockAgeSeconds`). In Node AGENT_KEY_FILE is read, too: hex, or a keystore whose password
 * is in AGENT_KEY_PASSWORD_FILE. All may be left out; an action says what it lacks.
 *
 * @example
 * const registry = fromEnv();
 * await registry.attest({ agentId: 7 });
 */
export function fromEnv(env: RegistryEnv = globalThis.process?.env ?? {}): AgentRegistry {
  return createAgentRegistry(toOptions(env));
}

/** An empty variable counts as not set. */
export function toOptions(env: RegistryEnv): RegistryClientOptions {
  const account = findAccount(env);
  return {
    ...parseChains(env.REGISTRY_CHAIN || "base-sepolia"),
    ...(env.MAX_BLOCK_AGE_SECONDS ? { maxBlockAgeSeconds: parseSeconds(env.MAX_BLOCK_AGE_SECONDS) } : {}),
    ...(env.REGISTRY_ADDRESS ? { registryAddress: env.REGISTRY_ADDRESS as Address } : {}),
    ...(env.FORWARDER_ADDRESS ? { forwarderAddress: env.FORWARDER_ADDRESS as Address } : {}),
    ...(env.RELAYER_URL ? { relayerUrl: env.RELAYER_URL } : {}),
    ...(env.REGISTRY_API_URL ? { apiUrl: env.REGISTRY_API_URL } : {}),
    ...(account ? { account } : {}),
  };
}

function findAccount(env: RegistryEnv) {
  const privateKey = env.AGENT_PRIVATE_KEY?.trim();
  if (privateKey) return parsePrivateKey({ value: privateKey, name: "AGENT_PRIVATE_KEY" });
  const file = env.AGENT_KEY_FILE;
  if (!file) return undefined;
  const value = readKeyFile({ file, passwordFile: env.AGENT_KEY_PASSWORD_FILE || undefined });
  return parsePrivateKey({ value, name: `The key file ${file}` });
}

/** Of several, each must be the URL of a node. */
function parseChains(value: string): Pick<RegistryClientOptions, "rpcUrl" | "chainId"> {
  const urls = value.split(",").map((url) => url.trim());
  return urls.length === 1 ? parseChain(value.trim()) : { rpcUrl: urls.map((url) => parseChain(url).rpcUrl) };
}

function parseSeconds(value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw invalidInput(`MAX_BLOCK_AGE_SECONDS is "${value}", which is no whole number of seconds.`);
}

/** Its errors never repeat the value, which may be a key with a typing error. */
export function parsePrivateKey({ value, name }: { value: string; name: string }) {
  const key = value.startsWith("0x") ? value : `0x${value}`;
  if (!/^0x[0-9a-fA-F]{64}$/.test(key)) {
    throw invalidInput(
      `${name} does not hold a private key: 32 bytes of hex, such as \`agent-registry keygen\` makes.`,
    );
  }
  try {
    return privateKeyToAccount(key as Hex);
  } catch {
    throw invalidInput(
      `${name} holds 32 bytes that are no valid private key: make one with \`agent-registry keygen\`.`,
    );
  }
}

/** Where a chain is reached, and which one must answer there. */
export type ChainTarget = { rpcUrl: string; chainId?: number };

const namedChains: Record<string, ChainTarget> = {
  "base-sepolia": { rpcUrl: DEFAULT_RPC_URL, chainId: CHAIN_ID },
  base: { rpcUrl: "https://mainnet.base.org", chainId: 8453 },
  local: { rpcUrl: "http://127.0.0.1:8545", chainId: CHAIN_ID },
};

/** Reads a chain's name, or the URL of an RPC node of any chain. `name` is the setting that it comes from. */
export function parseChain(value: string, name = "REGISTRY_CHAIN"): ChainTarget {
  const named = namedChains[value];
  if (named !== undefined) return named;
  if (/^https?:\/\/\S+$/.test(value) && URL.canParse(value)) return { rpcUrl: value };
  throw invalidInput(
    `${name} is "${value}", which is neither the URL of an RPC node (http:// or https://) nor one of ${Object.keys(namedChains).join(", ")}.`,
  );
}
