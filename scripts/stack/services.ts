import { API_NODE_FLAGS } from "@agent-registry/api/node-flags";
import type { Stack } from "./stack.ts";

/** A program of the stack. This list is the one place to add another. */
export type Service = {
  name: string;
  /** From the root of the project; run by Node. */
  program: string;
  nodeFlags?: string[];
  url: string;
  env: Record<string, string>;
  /** Answers 200 once the service is of use. */
  readyUrl: string;
  /** Building may take its time; the others are up in seconds. */
  startDeadlineMs: number;
};

/** Settings of the services themselves; on a chain of our own they are what the local stack needs. */
const API_SETTINGS = [
  "DATABASE_URL",
  "TRUST_PROXY",
  "RATE_LIMIT_PER_MINUTE",
  "START_BLOCK",
  "POLL_INTERVAL_MS",
  "RECONCILE_ROUND_HOURS",
  "SIGNING_KEY_FILE",
  "SIGNING_KEY_NEXT_FILE",
  "ISSUER_URL",
  "RECEIPT_TTL_SECONDS",
  "STATUS_LIST_TTL_SECONDS",
  "STATUS_LIST_LIFETIME_SECONDS",
  "STATUS_LIST_BUILD_SECONDS",
  "LOG_LEVEL",
];
const RELAYER_SETTINGS = [
  "DATABASE_URL",
  "TRUST_PROXY",
  "DAILY_GAS_BUDGET",
  "RATE_LIMIT_PER_IP",
  "RATE_LIMIT_PER_SIGNER",
  "ATTESTATION_RESERVE",
  "FLOOD_LIMIT_PER_MINUTE",
  "ALLOWED_ORIGINS",
  "MAX_REQUEST_GAS",
  "MAX_FEE_PER_GAS_GWEI",
  "RELAY_TIMEOUT_SECONDS",
  "RPC_TIMEOUT_SECONDS",
  "LOG_LEVEL",
];

/** On a chain to practise on everybody has one address, and one guide after the other is more than 20 requests. */
const PRACTICE_LIMIT_PER_IP = "200";

/** The services, each with just the variables it needs: only the relayer gets the key that pays. */
export function toServices(stack: Stack, env: NodeJS.ProcessEnv): Service[] {
  const given = (names: string[]): Record<string, string> =>
    Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
  return [
    {
      name: "query API",
      program: "apps/api/src/main.ts",
      nodeFlags: API_NODE_FLAGS,
      url: stack.apiUrl,
      env: {
        PORT: portOf(stack.apiUrl),
        HOST: stack.host,
        RPC_URL: stack.rpcUrl,
        REGISTRY_ADDRESS: stack.registryAddress,
        DATA_DIR: stack.dataDir,
        ...(stack.isLocal ? toLocalApi(stack) : given(API_SETTINGS)),
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
        HOST: stack.host,
        RPC_URL: stack.rpcUrl,
        REGISTRY_ADDRESS: stack.registryAddress,
        FORWARDER_ADDRESS: stack.forwarderAddress,
        RELAYER_KEY: stack.relayerKey,
        DATA_DIR: stack.dataDir,
        ...(stack.isLocal ? { RATE_LIMIT_PER_IP: PRACTICE_LIMIT_PER_IP } : given(RELAYER_SETTINGS)),
      },
      readyUrl: `${stack.relayerUrl}/ready`,
      startDeadlineMs: 60_000,
    },
    {
      name: "dashboard",
      program: "apps/dashboard/scripts/start.ts",
      url: stack.dashboardUrl,
      env: {
        PORT: portOf(stack.dashboardUrl),
        HOST: stack.host,
        // Where browsers find the API; only a person can know the name that other machines have for this one.
        NEXT_PUBLIC_API_URL: env.NEXT_PUBLIC_API_URL || stack.apiUrl,
      },
      readyUrl: `${stack.dashboardUrl}/`,
      startDeadlineMs: 180_000,
    },
  ];
}

/** A list every few seconds: whoever tries the register out does not want to wait. */
function toLocalApi({ signingKeyFile, apiUrl }: Stack): Record<string, string> {
  const signing = {
    SIGNING_KEY_FILE: signingKeyFile ?? "",
    ISSUER_URL: apiUrl,
    STATUS_LIST_BUILD_SECONDS: "10",
  };
  return { POLL_INTERVAL_MS: "500", ...(signingKeyFile === undefined ? {} : signing) };
}

function portOf(url: string): string {
  return new URL(url).port;
}
