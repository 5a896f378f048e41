import { HealthResponse, MIN_RELAYER_BALANCE_WEI, RelayerStatusResponse } from "@agent-registry/protocol";
import { parseEther } from "viem";
import type * as z from "zod/mini";
import type { Session } from "../session/open-session.ts";
import { check, ok, warning, wrong } from "./check.ts";

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
