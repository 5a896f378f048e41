import {
  DAILY_GAS_BUDGET_ETH,
  DEFAULT_ATTESTATION_RESERVE,
  DEFAULT_MAX_REQUEST_GAS,
  DEFAULT_RPC_URL,
  RELAY_LIMIT_PER_IP,
  RELAY_LIMIT_PER_SIGNER,
  RELAYER_FLOOD_LIMIT_PER_MINUTE,
  RELAYER_PORT,
} from "@agent-registry/protocol";
import { configFields, parseConfig } from "@agent-registry/service";
import { parseEther, parseGwei, parseUnits } from "viem";
import { z } from "zod";
import { findSigningProblems, signingFields } from "./signing/signing-config.ts";

/** Past this, a single request could not be sent under the gas cap of one transaction (2^24, EIP-7825). */
const HIGHEST_REQUEST_GAS = 14_000_000;

const RelayerEnv = z.object({
  RELAYER_PORT: configFields.port(RELAYER_PORT),
  HOST: configFields.host(),
  METRICS_PORT: configFields.metricsPort(),
  RPC_URL: configFields.rpcUrls(DEFAULT_RPC_URL),
  ...signingFields,
  FORWARDER_ADDRESS: configFields.address(),
  REGISTRY_ADDRESS: configFields.address(),
  DAILY_GAS_BUDGET: decimalAmount(DAILY_GAS_BUDGET_ETH, "ETH").transform((value) => parseEther(value)),
  /** The share of the daily budget that only attestations may use, in millionths. */
  ATTESTATION_RESERVE: z
    .string()
    .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, "must be a share from 0 to 1 such as 0.25, to six digits")
    .default(DEFAULT_ATTESTATION_RESERVE)
    .transform((value) => parseUnits(value, 6)),
  RATE_LIMIT_PER_IP: configFields.wholeNumber({ fallback: RELAY_LIMIT_PER_IP, min: 0, max: 1_000_000_000 }),
  RATE_LIMIT_PER_SIGNER: configFields.wholeNumber({
    fallback: RELAY_LIMIT_PER_SIGNER,
    min: 0,
    max: 1_000_000_000,
  }),
  /** The most requests of one address in a minute, whatever it asks for. */
  FLOOD_LIMIT_PER_MINUTE: configFields.wholeNumber({
    fallback: RELAYER_FLOOD_LIMIT_PER_MINUTE,
    min: 1,
    max: 1_000_000_000,
  }),
  /** Whose pages may use the relayer from a browser. */
  ALLOWED_ORIGINS: z
    .string()
    .default("*")
    .transform((value) => (value.trim() === "*" ? "*" : value.split(",").map((origin) => origin.trim())))
    .refine(
      (origins) => origins === "*" || origins.every(isOrigin),
      "must be * or origins such as https://agents.example, separated by commas",
    )
    .transform((origins) => origins as "*" | string[]),
  DATABASE_URL: configFields.databaseUrl(),
  DATA_DIR: configFields.dataDir(),
  TRUST_PROXY: configFields.trustProxy(),
  MAX_REQUEST_GAS: configFields
    .wholeNumber({ fallback: Number(DEFAULT_MAX_REQUEST_GAS), min: 21_000, max: HIGHEST_REQUEST_GAS })
    .transform((value) => BigInt(value)),
  /** No transaction ever bids more for its gas, however long it waits. */
  MAX_FEE_PER_GAS_GWEI: decimalAmount("100", "gwei").transform((value) => parseGwei(value)),
  RELAY_TIMEOUT_SECONDS: configFields.wholeNumber({ fallback: 60, min: 1, max: 600 }),
  /** How long a node has to answer. */
  RPC_TIMEOUT_SECONDS: configFields.wholeNumber({ fallback: 10, min: 1, max: 60 }),
  SHUTDOWN_DELAY_SECONDS: configFields.shutdownDelaySeconds(),
  LOG_LEVEL: configFields.logLevel(),
});

/** The names of all variables that the service reads. */
export const RELAYER_SETTINGS: readonly string[] = Object.keys(RelayerEnv.shape);

const ConfigSchema = RelayerEnv.superRefine(
  (settings, context) => {
    for (const { name, problem } of findSigningProblems(settings))
      context.addIssue({ code: "custom", path: [name], message: problem });
  },
  // Also if other variables are wrong, so that one error lists all that must be mended.
  { when: () => true },
);

export type RelayerConfig = Readonly<z.output<typeof ConfigSchema>>;

export function parseRelayerConfig(env: Record<string, string | undefined>): RelayerConfig {
  return parseConfig(ConfigSchema, env);
}

function decimalAmount(fallback: string, unit: string) {
  return z
    .string()
    .regex(/^\d{1,12}(\.\d{1,18})?$/, `must be an amount of ${unit} such as ${fallback}`)
    .default(fallback);
}

/** As browsers send it: scheme, host and port, without a path. */
function isOrigin(value: string): boolean {
  return URL.canParse(value) && new URL(value).origin === value;
}
