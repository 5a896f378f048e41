import path from "node:path";
import { registryAbi } from "@agent-registry/protocol";
import {
  type Address,
  createPublicClient,
  fallback,
  getAddress,
  http,
  isAddress,
  type PublicClient,
} from "viem";
import type { StackOptions } from "./options.ts";
import { SIGNING_SETTINGS } from "./settings.ts";
import { type Stack, StackError, toServiceUrls } from "./stack.ts";

const VARIABLES = ["RPC_URL", "REGISTRY_ADDRESS", "FORWARDER_ADDRESS", "RELAYER_KEY"] as const;
const INSTEAD_OF_KEY = ["RELAYER_KEYSTORE", "RELAYER_SIGNER_URL"] as const;

/** Whether the environment names a chain to use instead of one of our own. */
export function namesExternalChain(env: NodeJS.ProcessEnv): boolean {
  return [...VARIABLES, ...INSTEAD_OF_KEY].some((name) => isSet(env, name));
}

/** The chain that the environment names. All four variables, or none; the relayer may sign by other means than a key. */
export async function readExternalChain(env: NodeJS.ProcessEnv, options: StackOptions): Promise<Stack> {
  const hasOtherMeans = INSTEAD_OF_KEY.some((name) => isSet(env, name));
  const missing = VARIABLES.filter((name) => !isSet(env, name) && !(name === "RELAYER_KEY" && hasOtherMeans));
  if (missing.length > 0) {
    throw new StackError(
      `To run against a chain of your own, set ${VARIABLES.join(", ")}; missing: ${missing.join(", ")}.\n` +
        "Without any of them a local chain is started.",
    );
  }
  const rpcUrl = env.RPC_URL ?? "";
  const urls = rpcUrl.split(",").map((url) => url.trim());
  if (!urls.every((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? "")))
    throw new StackError("RPC_URL must be an http:// or https:// address, or several separated by commas.");
  const [registryAddress, forwarderAddress] = [
    toAddress("REGISTRY_ADDRESS", env.REGISTRY_ADDRESS),
    toAddress("FORWARDER_ADDRESS", env.FORWARDER_ADDRESS),
  ];
  // As the services do: a node that fails is passed over.
  const reader = createPublicClient({ transport: fallback(urls.map((url) => http(url))) });
  const chainId = await reader.getChainId().catch(() => {
    // The services keep trying by themselves, but a summary without the chain's id would be a guess.
    throw new StackError("The chain at RPC_URL does not answer. Check the address and start again.");
  });
  await requireRegister({ reader, chainId, registryAddress, forwarderAddress });
  return {
    isLocal: false,
    chainId,
    rpcUrl,
    registryAddress,
    forwarderAddress,
    ...toServiceUrls(options),
    // The relayer says what is wrong with them.
    relayerSigning: Object.fromEntries(
      SIGNING_SETTINGS.filter((name) => isSet(env, name)).map((name) => [name, env[name] ?? ""]),
    ),
    dataDir: env.DATA_DIR ?? path.join(options.directory, "data", "external-chain"),
  };
}

/** The services would find this out as well, but only say so in their logs while a person waits. */
async function requireRegister({
  reader,
  chainId,
  registryAddress,
  forwarderAddress,
}: Pick<Stack, "chainId" | "registryAddress" | "forwarderAddress"> & {
  reader: PublicClient;
}): Promise<void> {
  const trusted = await reader
    .readContract({ address: registryAddress, abi: registryAbi, functionName: "trustedForwarder" })
    .catch(() => {
      throw new StackError(
        `There is no Registry at REGISTRY_ADDRESS (${registryAddress}) on chain ${chainId}. ` +
          "Check the address and RPC_URL.",
      );
    });
  if (trusted === forwarderAddress) return;
  throw new StackError(
    `The Registry trusts the forwarder ${trusted}, not ${forwarderAddress}: correct FORWARDER_ADDRESS.`,
  );
}

function isSet(env: NodeJS.ProcessEnv, name: string): boolean {
  return (env[name] ?? "") !== "";
}

function toAddress(name: string, value: string | undefined): Address {
  if (value === undefined || !isAddress(value)) throw new StackError(`${name} must be an address.`);
  return getAddress(value);
}
