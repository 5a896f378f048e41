import type { Stack } from "./stack.ts";

/** A program of the stack. This list is the one place to add another. */
export type Service = {
  name: string;
  /** From the root of the project; run by Node. */
  program: string;
  url: string;
  env: Record<string, string>;
  /** Answers 200 once the service is of use. */
  readyUrl: string;
  /** Building may take its time; the others are up in seconds. */
  startDeadlineMs: number;
};

/** The services, each with just the variables it needs: only the relayer gets a key. */
export function toServices(stack: Stack): Service[] {
  return [
    {
      name: "query API",
      program: "apps/api/src/main.ts",
      url: stack.apiUrl,
      env: {
        PORT: portOf(stack.apiUrl),
        RPC_URL: stack.rpcUrl,
        REGISTRY_ADDRESS: stack.registryAddress,
        DATA_DIR: stack.dataDir,
        ...(stack.isLocal ? { POLL_INTERVAL_MS: "500" } : {}),
      },
      readyUrl: `${stack.apiUrl}/ready`,
      startDeadlineMs: 60_000,
    },
    {
      name: "relayer",
      program: "apps/relayer/src/main.ts",
      url: stack.relayerUrl,
      env: {
        RELAYER_PORT: portOf(stack.relayerUrl),
        RPC_URL: stack.rpcUrl,
        REGISTRY_ADDRESS: stack.registryAddress,
        FORWARDER_ADDRESS: stack.forwarderAddress,
        RELAYER_KEY: stack.relayerKey,
        DATA_DIR: stack.dataDir,
      },
      readyUrl: `${stack.relayerUrl}/ready`,
      startDeadlineMs: 60_000,
    },
    {
      name: "dashboard",
      program: "apps/dashboard/scripts/start.ts",
      url: stack.dashboardUrl,
      env: { PORT: portOf(stack.dashboardUrl), NEXT_PUBLIC_API_URL: stack.apiUrl },
      readyUrl: `${stack.dashboardUrl}/`,
      startDeadlineMs: 180_000,
    },
  ];
}

function portOf(url: string): string {
  return new URL(url).port;
}
