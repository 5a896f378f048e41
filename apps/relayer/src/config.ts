import {
  DAILY_GAS_BUDGET_ETH,
  DEFAULT_MAX_REQUEST_GAS,
  DEFAULT_RPC_URL,
  RELAY_LIMIT_PER_IP,
  RELAY_LIMIT_PER_SIGNER,
  RELAYER_PORT,
} from "@agent-registry/protocol";
import { configFields, parseConfig } from "@agent-registry/service";
import { parseEther, parseGwei } from "viem";
import { z } from "zod";

/** Past this, a single request could not be sent under the gas cap of one transaction (2^24, EIP-7825). */
const HIGHEST_REQUEST_GAS = 14_000_000;

const RelayerEnv = z.object({
  RELAYER_PORT: configFields.port(RELAYER_PORT),
  RPC_URL: configFields.rpcUrls(DEFAULT_RPC_URL),
  RELAYER_KEY: configFields.privateKey(),
  FORWARDER_ADDRESS: configFields.address(),
  REGISTRY_ADDRESS: configFields.address(),
  DAILY_GAS_BUDGET: decimalAmount(DAILY_GAS_BUDGET_ETH, "ETH").transform((value) => parseEther(value)),
  RATE_LIMIT_PER_IP: configFields.wholeNumber({ fallback: RELAY_LIMIT_PER_IP, min: 0, max: 1_000_000_000 }),
  RATE_LIMIT_PER_SIGNER: configFields.wholeNumber({
    fallback: RELAY_LIMIT_PER_SIGNER,
    min: 0,
    max: 1_000_000_000,
  }),
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
  LOG_LEVEL: configFields.logLevel(),
});

export type RelayerConfig = Readonly<z.output<typeof RelayerEnv>>;

export function parseRelayerConfig(env: Record<string, string | undefined>): RelayerConfig {
  return parseConfig(RelayerEnv, env);
}

function decimalAmount(fallback: string, unit: string) {
  return z
    .string()
    .regex(/^\d{1,12}(\.\d{1,18})?$/, `must be an amount of ${unit} such as ${fallback}`)
    .default(fallback);
}
