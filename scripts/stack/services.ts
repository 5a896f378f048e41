import type { Stack } from "./stack.ts";

/** A program of the stack. This list is the one place to add another. */
export type Service = {
  name: string;
  /** From the root of the project; run by Node. */
  program: string;
  port: number;
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
      port: 3000,
      env: {
        PORT: "3000",
        RPC_URL: stack.rpcUrl,
        REGISTRY_ADDRESS: stack.registryAddress,
        DATA_DIR: stack.dataDir,
        ...(stack.isLocal ? { POLL_INTERVAL_MS: "500", RATE_LIMIT_PER_MINUTE: "600" } : {}),
      },
      readyUrl: "http://127.0.0.1:3000/ready",
      startDeadlineMs: 60_000,
    },
    {
      name: "relayer",
      program: "apps/relayer/src/main.ts",
      port: 3001,
      env: {
        RELAYER_PORT: "3001",
        RPC_URL: stack.rpcUrl,
        REGISTRY_ADDRESS: stack.registryAddress,
        FORWARDER_ADDRESS: stack.forwarderAddress,
        RELAYER_KEY: stack.relayerKey,
        DATA_DIR: stack.dataDir,
      },
      readyUrl: "http://127.0.0.1:3001/ready",
      startDeadlineMs: 60_000,
    },
    {
      name: "dashboard",
      program: "apps/dashboard/scripts/start.ts",
      port: 3002,
      env: { PORT: "3002", NEXT_PUBLIC_API_URL: stack.apiUrl },
      readyUrl: "http://127.0.0.1:3002/",
      startDeadlineMs: 180_000,
    },
  ];
}
