import path from "node:path";
import { type Address, createPublicClient, getAddress, type Hex, http, isAddress } from "viem";
import type { StackOptions } from "./options.ts";
import { type Stack, StackError, toServiceUrls } from "./stack.ts";

const VARIABLES = ["RPC_URL", "REGISTRY_ADDRESS", "FORWARDER_ADDRESS", "RELAYER_KEY"] as const;

/** Whether the environment names a chain to use instead of one of our own. */
export function namesExternalChain(env: NodeJS.ProcessEnv): boolean {
  return VARIABLES.some((name) => (env[name] ?? "") !== "");
}

/** The chain that the environment names. All four variables, or none. */
export async function readExternalChain(env: NodeJS.ProcessEnv, options: StackOptions): Promise<Stack> {
  const missing = VARIABLES.filter((name) => (env[name] ?? "") === "");
  if (missing.length > 0) {
    throw new StackError(
      `To run against a chain of your own, set ${VARIABLES.join(", ")}; missing: ${missing.join(", ")}.\n` +
        "Without any of them a local chain is started.",
    );
  }
  const rpcUrl = env.RPC_URL ?? "";
  const firstUrl = rpcUrl.split(",")[0]?.trim() ?? "";
  if (!URL.canParse(firstUrl)) throw new StackError("RPC_URL must be an http:// or https:// address.");
  const chainId = await createPublicClient({ transport: http(firstUrl) })
    .getChainId()
    .catch(() => {
      // The services keep trying by themselves, but a summary without the chain's id would be a guess.
      throw new StackError("The chain at RPC_URL does not answer. Check the address and start again.");
    });
  return {
    isLocal: false,
    chainId,
    rpcUrl,
    registryAddress: toAddress("REGISTRY_ADDRESS", env.REGISTRY_ADDRESS),
    forwarderAddress: toAddress("FORWARDER_ADDRESS", env.FORWARDER_ADDRESS),
    ...toServiceUrls(options.ports),
    relayerKey: env.RELAYER_KEY as Hex,
    dataDir: env.DATA_DIR ?? path.join(options.directory, "data", "external-chain"),
  };
}

function toAddress(name: string, value: string | undefined): Address {
  if (value === undefined || !isAddress(value)) throw new StackError(`${name} must be an address.`);
  return getAddress(value);
}
