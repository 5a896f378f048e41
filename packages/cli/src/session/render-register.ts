import { maskUrl } from "@agent-registry/protocol";
import type { Settings } from "../settings/resolve-settings.ts";

type Register = Omit<Settings, "notes" | "advice">;

/** Which register a command asks, and by which addresses. */
export function renderRegister({ rpcUrl, chainId, registryAddress, relayerUrl, apiUrl }: Register): string {
  const chain = chainId === undefined ? "the chain" : `chain ${chainId}`;
  return [
    `Asking the Registry ${registryAddress ?? "(no address is set)"} on ${chain} by ${maskUrl(rpcUrl)}`,
    `query API ${apiUrl ?? "none"}`,
    `relayer ${relayerUrl ?? "none, your account pays"}`,
  ].join("; ");
}
