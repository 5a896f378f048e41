import { API_SETTINGS } from "@agent-registry/api/config";
import { RELAYER_SETTINGS } from "@agent-registry/relayer/config";
import { describeMisspelt } from "@agent-registry/service";

export const DASHBOARD_SETTINGS: readonly string[] = [
  "PORT",
  "HOST",
  "NEXT_PUBLIC_API_URL",
  "API_INTERNAL_URL",
  "DASHBOARD_SECRET",
  "TRUST_PROXY",
  "EXPLORER_URL",
  "RELAYER_URL",
  "SECURITY_CONTACT",
];

/** What the relayer signs by; only on a chain that is not ours. */
export const SIGNING_SETTINGS = [
  "RELAYER_KEY",
  "RELAYER_KEYSTORE",
  "RELAYER_KEYSTORE_PASSWORD_FILE",
  "RELAYER_SIGNER_URL",
  "RELAYER_ADDRESS",
] as const;

/** Read by the stack itself: by its options, or since they name a chain that is not ours. */
const READ_BY_STACK = new Set([
  "HOST",
  "RELAYER_PORT",
  "RPC_URL",
  "REGISTRY_ADDRESS",
  "FORWARDER_ADDRESS",
  ...SIGNING_SETTINGS,
]);

/** Read by `npm start` alone. */
const OF_THE_STACK = ["API_PORT", "DASHBOARD_PORT", "CHAIN_PORT", "STACK_DIR", "DASHBOARD_RELAYER_URL"];

const TWO_PORTS = "API_PORT and DASHBOARD_PORT name the ports";
/** In a shell it is usually there for the command line, and may name the relayer of another register. */
const OWN_RELAYER =
  "the dashboard uses the relayer that is started with it; DASHBOARD_RELAYER_URL names it otherwise";
const GONE_TOMORROW = "a chain of our own has a database of its own, which starts anew with it";
/** What is not taken, and why. */
const IGNORED: Record<string, string> = {
  PORT: TWO_PORTS,
  RELAYER_URL: OWN_RELAYER,
  METRICS_PORT: "query API and relayer cannot both have it; their metrics are on their own ports",
};
const IGNORED_ON_LOCAL_CHAIN: Record<string, string> = {
  ...IGNORED,
  DATABASE_URL: GONE_TOMORROW,
  DATABASE_READ_URL: GONE_TOMORROW,
  DATA_DIR: GONE_TOMORROW,
  START_BLOCK: GONE_TOMORROW,
};

/** OpenTelemetry's own: its SDK reads them in query API and relayer. */
const OF_TRACING = /^OTEL_[A-Z0-9_]+$/;

type Given = { env: NodeJS.ProcessEnv; isLocal: boolean };

/** The variables of a service that the environment sets and a start takes. Empty ones count as not set. */
export function pickSettings(names: readonly string[], { env, isLocal }: Given): Record<string, string> {
  const ignored = isLocal ? IGNORED_ON_LOCAL_CHAIN : IGNORED;
  return Object.fromEntries(
    names
      .filter((name) => !READ_BY_STACK.has(name) && !(name in ignored))
      .map((name) => [name, env[name] ?? ""])
      .filter(([, value]) => value !== ""),
  );
}

/** The variables that ask for traces, and say where to. */
export function pickTracing(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (OF_TRACING.test(name) && value ? [[name, value]] : [])),
  );
}

/** For people: which settings are taken, which are not, and which are misspelt. Names alone, since a value may be a secret. */
export function findSettings({ env, isLocal }: Given): {
  taken: string[];
  ignored: { name: string; why: string }[];
  misspelt: string[];
} {
  const names = [...new Set([...API_SETTINGS, ...RELAYER_SETTINGS, ...DASHBOARD_SETTINGS])];
  const ignored = Object.entries(isLocal ? IGNORED_ON_LOCAL_CHAIN : IGNORED);
  return {
    taken: Object.keys({ ...pickSettings(names, { env, isLocal }), ...pickTracing(env) }),
    ignored: ignored.filter(([name]) => (env[name] ?? "") !== "").map(([name, why]) => ({ name, why })),
    misspelt: describeMisspelt({ env, settings: [...names, ...OF_THE_STACK] }),
  };
}
