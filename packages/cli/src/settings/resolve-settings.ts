import { parseChain, type RegistryClientOptions, type RegistryEnv } from "@agent-registry/sdk";
import type { Address } from "viem";
import { withoutUndefined } from "../without-undefined.ts";
import { findLocalStack, type LocalStack } from "./find-local-stack.ts";

/** The options that every command takes. */
export type Flags = {
  rpcUrl?: string;
  registry?: string;
  forwarder?: string;
  relayer?: string;
  api?: string;
  keyFile?: string;
  passwordFile?: string;
  direct?: boolean;
  json?: boolean;
};

export type Settings = Pick<
  RegistryClientOptions,
  "rpcUrl" | "chainId" | "registryAddress" | "forwarderAddress" | "relayerUrl" | "apiUrl"
> & {
  rpcUrl: string;
  dashboardUrl?: string;
  stackFile?: string;
  /** What nobody named was taken from, or left alone, in sentences. */
  notes: string[];
};

/**
 * Which register to talk to. A flag beats the environment, which beats the local stack. If another chain or
 * another register is named, nothing of the local stack is used: its services would answer for their own.
 */
export function resolveSettings({
  flags,
  env,
  cwd,
}: {
  flags: Flags;
  env: RegistryEnv;
  cwd: string;
}): Settings {
  const chainName = flags.rpcUrl || env.REGISTRY_CHAIN;
  const registryName = flags.registry || env.REGISTRY_ADDRESS;
  const { stack: found, ignored } = findLocalStack(cwd);
  const stack = found !== undefined && isMeant({ stack: found, chainName, registryName }) ? found : undefined;
  const relayerUrl = flags.direct ? undefined : flags.relayer || env.RELAYER_URL || stack?.relayerUrl;
  return {
    ...withoutUndefined({
      ...chooseChain({ chainName, stack }),
      registryAddress: (registryName || stack?.registryAddress) as Address | undefined,
      forwarderAddress: (flags.forwarder || env.FORWARDER_ADDRESS || stack?.forwarderAddress) as
        | Address
        | undefined,
      relayerUrl,
      apiUrl: flags.api || env.REGISTRY_API_URL || stack?.apiUrl,
      dashboardUrl: stack?.dashboardUrl,
      stackFile: stack?.file,
    }),
    notes: stack === undefined ? ignored : [...ignored, `Register: the local one of ${stack.file}`],
  };
}

/** Whether the chain and the register are the stack's own, as far as they are named at all. */
function isMeant(input: {
  stack: LocalStack;
  chainName: string | undefined;
  registryName: string | undefined;
}): boolean {
  const { stack, chainName, registryName } = input;
  if (chainName && parseChain(chainName).rpcUrl !== stack.rpcUrl) return false;
  return !registryName || registryName.toLowerCase() === stack.registryAddress.toLowerCase();
}

function chooseChain({ chainName, stack }: { chainName: string | undefined; stack: LocalStack | undefined }) {
  if (stack !== undefined) return { rpcUrl: stack.rpcUrl, chainId: stack.chainId };
  return parseChain(chainName || "base-sepolia");
}
