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
  direct?: boolean;
  json?: boolean;
};

export type Settings = Pick<
  RegistryClientOptions,
  "rpcUrl" | "chainId" | "registryAddress" | "forwarderAddress" | "relayerUrl" | "apiUrl"
> & { rpcUrl: string; dashboardUrl?: string; stackFile?: string };

/**
 * Which register to talk to. A flag beats the environment, which beats the local stack. The local
 * stack's addresses mean nothing on another chain, so they are ignored if another chain is named.
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
  const stack = usableStack({ stack: findLocalStack(cwd), chainName });
  const relayerUrl = flags.direct ? undefined : flags.relayer || env.RELAYER_URL || stack?.relayerUrl;
  return withoutUndefined({
    ...chooseChain({ chainName, stack }),
    registryAddress: (flags.registry || env.REGISTRY_ADDRESS || stack?.registryAddress) as
      | Address
      | undefined,
    forwarderAddress: (flags.forwarder || env.FORWARDER_ADDRESS || stack?.forwarderAddress) as
      | Address
      | undefined,
    relayerUrl,
    apiUrl: flags.api || env.REGISTRY_API_URL || stack?.apiUrl,
    dashboardUrl: stack?.dashboardUrl,
    stackFile: stack?.file,
  });
}

function usableStack({ stack, chainName }: { stack: LocalStack | undefined; chainName: string | undefined }) {
  if (stack === undefined || !chainName) return stack;
  return parseChain(chainName).rpcUrl === stack.rpcUrl ? stack : undefined;
}

function chooseChain({ chainName, stack }: { chainName: string | undefined; stack: LocalStack | undefined }) {
  if (stack !== undefined) return { rpcUrl: stack.rpcUrl, chainId: stack.chainId };
  return parseChain(chainName || "base-sepolia");
}
