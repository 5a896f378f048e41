import {
  parseAddress,
  parseBaseUrl,
  parseChain,
  type RegistryClientOptions,
  type RegistryEnv,
  RegistryError,
  type RegistryErrorReason,
} from "@agent-registry/sdk";
import type { Address } from "viem";
import { withoutUndefined } from "../without-undefined.ts";
import { findLocalStack, type LocalStack } from "./find-local-stack.ts";

/** As errors name it. */
const CHAIN_SETTING = "--rpc-url (REGISTRY_CHAIN)";
const REGISTRY_SETTING = "--registry (REGISTRY_ADDRESS)";

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
  verbose?: boolean;
};

/** A sentence for those errors that it helps with. */
type Advice = { reasons: RegistryErrorReason[]; sentence: string };

export type Settings = Pick<RegistryClientOptions, "rpcUrl" | "chainId" | "relayerUrl" | "apiUrl"> & {
  registryAddress?: Address;
  forwarderAddress?: Address;
  rpcUrl: string;
  dashboardUrl?: string;
  stackFile?: string;
  /** What to do about errors that depend on which register is asked. */
  advice?: Advice;
  /** Where settings that were not named came from, and which files were left alone, in sentences. */
  notes: string[];
};

/**
 * Which register to talk to. A flag beats the environment, which beats the local stack. If another chain or
 * another register is named, nothing of the local stack is used: its services would answer for their own. A register
 * that is named without its chain is looked for on no chain by default: the question would go to strangers.
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
  const chainNamed = flags.rpcUrl || env.REGISTRY_CHAIN;
  const registryName = flags.registry || env.REGISTRY_ADDRESS;
  const { stack: found, ignored } = findLocalStack(cwd);
  const stack =
    found !== undefined && isMeant({ stack: found, chainName: chainNamed, registryName }) ? found : undefined;
  const isNamedRegister = stack === undefined && Boolean(registryName);
  const chainName = chainNamed || (isNamedRegister ? requireRpcUrl(env) : undefined);
  const chain = chooseChain({ chainName, stack });
  const { chainId } = chain;
  const registry = registryName || stack?.registryAddress || undefined;
  const forwarder = flags.forwarder || env.FORWARDER_ADDRESS || stack?.forwarderAddress || undefined;
  const relayer = flags.direct ? undefined : flags.relayer || env.RELAYER_URL || stack?.relayerUrl;
  const api = flags.api || env.REGISTRY_API_URL || stack?.apiUrl;
  return {
    ...withoutUndefined({
      ...chain,
      registryAddress: findAddress({ value: registry, name: REGISTRY_SETTING, chainId }),
      forwarderAddress: findAddress({ value: forwarder, name: "--forwarder (FORWARDER_ADDRESS)", chainId }),
      relayerUrl: findUrl({ value: relayer, name: "--relayer (RELAYER_URL)" }),
      apiUrl: findUrl({ value: api, name: "--api (REGISTRY_API_URL)" }),
      dashboardUrl: stack?.dashboardUrl,
      stackFile: stack?.file,
      advice: findAdvice({ stack, relayer, api, isNamed: Boolean(chainName || api) }),
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
  if (chainName && parseChain(chainName, CHAIN_SETTING).rpcUrl !== stack.rpcUrl) return false;
  if (!registryName) return true;
  // With or without its chain.
  const address = registryName.slice(registryName.lastIndexOf(":") + 1);
  return address.toLowerCase() === stack.registryAddress.toLowerCase();
}

function chooseChain({ chainName, stack }: { chainName: string | undefined; stack: LocalStack | undefined }) {
  if (stack !== undefined) return { rpcUrl: stack.rpcUrl, chainId: stack.chainId };
  return parseChain(chainName || "base-sepolia", CHAIN_SETTING);
}

function findUrl({ value, name }: { value: string | undefined; name: string }): string | undefined {
  return value ? parseBaseUrl({ value, name }) : undefined;
}

/** Operators have it set for the services. */
function requireRpcUrl({ RPC_URL = "" }: RegistryEnv): string {
  const [first = ""] = RPC_URL.split(",");
  if (first.trim() !== "") return first.trim();
  throw new RegistryError({
    reason: "missing-configuration",
    message: `${REGISTRY_SETTING} names a register, but not its chain: give ${CHAIN_SETTING}, too, such as base-sepolia or the URL of an RPC node.`,
  });
}

function findAdvice(input: {
  stack: LocalStack | undefined;
  relayer: string | undefined;
  api: string | undefined;
  isNamed: boolean;
}): Advice | undefined {
  const { stack, relayer, api, isNamed } = input;
  if (stack === undefined) {
    const sentence =
      "No register is named, and no local one is running: `npm start` in the project's folder runs one.";
    return isNamed ? undefined : { reasons: ["missing-configuration"], sentence };
  }
  const reasons: RegistryErrorReason[] = ["chain-unreachable"];
  if (relayer === stack.relayerUrl) reasons.push("relayer-unreachable");
  if (api === stack.apiUrl) reasons.push("api-unreachable");
  return { reasons, sentence: `That is the local register of ${stack.file}: \`npm start\` runs it.` };
}

/** What was given as an address, with or without its chain; undefined if nothing was. */
function findAddress(input: {
  value: string | undefined;
  /** The flag or the setting that it comes from, for the sentence if it is none. */
  name: string;
  chainId: number | undefined;
}): Address | undefined {
  const { value, ...rest } = input;
  return value === undefined ? undefined : parseAddress({ value, ...rest });
}
