import {
  FORWARDER_NAME,
  HealthResponse,
  MIN_RELAYER_BALANCE_WEI,
  maskUrl,
  RelayerStatusResponse,
} from "@agent-registry/protocol";
import { minimalForwarderAbi, registryAbi, toChainError } from "@agent-registry/sdk";
import { parseEther } from "viem";
import { getBlock, getChainId, readContract } from "viem/actions";
import type * as z from "zod/mini";
import type { Session } from "../session/open-session.ts";
import { toErrorLine } from "../terminal/errors.ts";

export type Check = { name: string; state: "ok" | "warning" | "wrong"; message: string };

/** One finding per check; an error that is thrown is a finding, too. */
export async function check(name: string, look: () => Promise<Omit<Check, "name">>): Promise<Check> {
  try {
    return { name, ...(await look()) };
  } catch (error) {
    return { name, state: "wrong", message: toErrorLine(error) };
  }
}

export const ok = (message: string) => ({ state: "ok", message }) as const;
export const warning = (message: string) => ({ state: "warning", message }) as const;
const wrong = (message: string) => ({ state: "wrong", message }) as const;

export function checkChain({ reader, settings }: Session) {
  return check("chain", async () => {
    const client = reader().client.reader;
    const advice = settings.stackFile
      ? "The local register is not running: start it with `npm start`."
      : "Check REGISTRY_CHAIN or --rpc-url, and the network.";
    const chainId = await getChainId(client).catch(() => undefined);
    if (chainId === undefined) return wrong(`no RPC node answers at ${maskUrl(settings.rpcUrl)}. ${advice}`);
    if (settings.chainId !== undefined && settings.chainId !== chainId) {
      return wrong(`${maskUrl(settings.rpcUrl)} serves chain ${chainId}, not ${settings.chainId}. ${advice}`);
    }
    const block = await getBlock(client).catch((error) => {
      throw toChainError(error);
    });
    return ok(
      `chain ${chainId}, block ${block.number} of ${new Date(Number(block.timestamp) * 1000).toISOString()}`,
    );
  });
}

export function checkRegistry({ reader, settings }: Session) {
  return check("registry", async () => {
    const { registryAddress } = settings;
    if (registryAddress === undefined)
      return warning("no address is known: set REGISTRY_ADDRESS or --registry.");
    const client = reader().client.reader;
    const count = await readContract(client, {
      address: registryAddress,
      abi: registryAbi,
      functionName: "totalAgents",
    }).catch(() => undefined);
    if (count === undefined) {
      return wrong(
        `there is no Registry at ${registryAddress} on this chain: check the address and the chain.`,
      );
    }
    return ok(`${registryAddress} holds ${count} agents`);
  });
}

export function checkForwarder({ reader, settings }: Session) {
  return check("forwarder", async () => {
    const { registryAddress, forwarderAddress } = settings;
    if (registryAddress === undefined)
      return warning("not checked, since the Registry's address is not known.");
    const client = reader().client.reader;
    const trusted = await readContract(client, {
      address: registryAddress,
      abi: registryAbi,
      functionName: "trustedForwarder",
    }).catch(() => undefined);
    if (trusted === undefined) return wrong("the Registry does not say whom it trusts.");
    if (forwarderAddress !== undefined && forwarderAddress.toLowerCase() !== trusted.toLowerCase()) {
      return wrong(`the Registry trusts ${trusted}, not ${forwarderAddress}: correct FORWARDER_ADDRESS.`);
    }
    const domain = await readContract(client, {
      address: trusted,
      abi: minimalForwarderAbi,
      functionName: "eip712Domain",
    }).catch(() => undefined);
    if (domain?.[1] !== FORWARDER_NAME)
      return wrong(`what the Registry trusts, ${trusted}, is no MinimalForwarder.`);
    return ok(`${trusted} is trusted by the Registry`);
  });
}

const TIMEOUT_MS = 10_000;

export function checkApi({ settings }: Session) {
  return check("query API", async () => {
    const { apiUrl, registryAddress } = settings;
    if (apiUrl === undefined) {
      return warning("none is configured (REGISTRY_API_URL): agents and lineage cannot be listed.");
    }
    const answer = await fetchAnswer({ url: `${apiUrl}/health`, schema: HealthResponse });
    if ("problem" in answer) return wrong(`${answer.problem}: check REGISTRY_API_URL.`);
    const { status, registry } = answer.value;
    if (registryAddress !== undefined && registry.toLowerCase() !== registryAddress.toLowerCase()) {
      return wrong(
        `it serves the Registry ${registry}, not ${registryAddress}: check REGISTRY_API_URL and REGISTRY_ADDRESS.`,
      );
    }
    if (status === "degraded")
      return wrong("it cannot reach its RPC node; its answers would be old, so it refuses them.");
    return status === "syncing"
      ? warning("it is still catching up with the chain.")
      : ok(`healthy at ${apiUrl}`);
  });
}

export function checkRelayer({ settings }: Session) {
  return check("relayer", async () => {
    const { relayerUrl, registryAddress } = settings;
    if (relayerUrl === undefined)
      return warning("none is configured (RELAYER_URL): writing costs gas of your own.");
    const answer = await fetchAnswer({ url: `${relayerUrl}/status`, schema: RelayerStatusResponse });
    if ("problem" in answer) return wrong(`${answer.problem}: check RELAYER_URL, or write with --direct.`);
    const { registry, balance, budgetRemaining } = answer.value;
    if (registryAddress !== undefined && registry.toLowerCase() !== registryAddress.toLowerCase()) {
      return wrong(
        `it serves the Registry ${registry}, not ${registryAddress}: check RELAYER_URL and REGISTRY_ADDRESS.`,
      );
    }
    if (parseEther(balance) < MIN_RELAYER_BALANCE_WEI)
      return wrong(`its balance of ${balance} ETH is too low to pay: write with --direct.`);
    if (Number.parseFloat(budgetRemaining) === 0)
      return warning("its budget of today is used up: wait, or write with --direct.");
    return ok(`pays for you; ${budgetRemaining} left of today's budget`);
  });
}

/** A service's answer, or why there is none. */
async function fetchAnswer<T extends z.ZodMiniType>({
  url,
  schema,
}: {
  url: string;
  schema: T;
}): Promise<{ value: z.infer<T> } | { problem: string }> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const body: unknown = await response.json().catch(() => undefined);
    const parsed = schema.safeParse(body);
    if (response.ok && parsed.success) return { value: parsed.data };
    const said = (body as { error?: unknown } | undefined)?.error;
    return {
      problem:
        typeof said === "string"
          ? `${url} answers ${response.status}: ${said}`
          : `what answers at ${url} is something else`,
    };
  } catch {
    return { problem: `nothing answers at ${url}` };
  }
}
