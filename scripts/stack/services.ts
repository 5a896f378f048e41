import { randomBytes } from "node:crypto";
import { API_SETTINGS } from "@agent-registry/api/config";
import { API_NODE_FLAGS } from "@agent-registry/api/node-flags";
import { RELAYER_SETTINGS } from "@agent-registry/relayer/config";
import { DASHBOARD_SETTINGS, pickSettings, pickTracing } from "./settings.ts";
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

/**
 * On a chain to practise on, all users have one address and some share a key, and the guides make more
 * requests in an hour than the usual limits allow.
 */
const PRACTICE_LIMITS = { RATE_LIMIT_PER_IP: "200", RATE_LIMIT_PER_SIGNER: "200" };

/** The services, each with just the variables it needs: only the relayer gets the key that pays. */
export function toServices(stack: Stack, env: NodeJS.ProcessEnv): Service[] {
  const given = (names: readonly string[]) => pickSettings(names, { env, isLocal: stack.isLocal });
  // Each visitor of the dashboard has a limit of its own, though its server asks for all of them.
  const dashboardSecret = randomBytes(32).toString("hex");
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
        DASHBOARD_URL: stack.dashboardUrl,
        DASHBOARD_SECRET: dashboardSecret,
        ...(stack.isLocal ? toLocalApi(stack) : {}),
        ...given(API_SETTINGS),
        ...pickTracing(env),
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
        ...stack.relayerSigning,
        DATA_DIR: stack.dataDir,
        ...(stack.isLocal ? PRACTICE_LIMITS : {}),
        ...given(RELAYER_SETTINGS),
        ...pickTracing(env),
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
        // Where browsers find them; only a person can know the name that other machines have for this one.
        NEXT_PUBLIC_API_URL: stack.apiUrl,
        API_INTERNAL_URL: stack.apiUrl,
        DASHBOARD_SECRET: dashboardSecret,
        RELAYER_URL: env.DASHBOARD_RELAYER_URL || stack.relayerUrl,
        ...given(DASHBOARD_SETTINGS),
      },
      readyUrl: `${stack.dashboardUrl}/`,
      startDeadlineMs: 180_000,
    },
  ];
}

/** Unless a person sets them. A list every few seconds: those who try the register out need not wait. */
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
