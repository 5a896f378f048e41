import {
  API_PORT,
  API_RATE_LIMIT_PER_MINUTE,
  DASHBOARD_PORT,
  DEFAULT_RPC_URL,
  findSecretProblem,
} from "@agent-registry/protocol";
import { configFields, parseConfig } from "@agent-registry/service";
import { z } from "zod";
import { findSigningProblems, signingFields } from "./signing/signing-config.ts";

const Fields = z.object({
  PORT: configFields.port(API_PORT),
  HOST: configFields.host(),
  METRICS_PORT: configFields.metricsPort(),
  RPC_URL: configFields.rpcUrls(DEFAULT_RPC_URL),
  REGISTRY_ADDRESS: configFields.address(),
  DATABASE_URL: configFields.databaseUrl(),
  /** A replica of that database: requests are answered from it. */
  DATABASE_READ_URL: configFields.databaseUrl(),
  /** A replica that lags further is not answered from. The same in all processes. */
  MAX_REPLICA_LAG_SECONDS: configFields.wholeNumber({ fallback: 10, min: 1, max: 60 }),
  DATA_DIR: configFields.dataDir(),
  TRUST_PROXY: configFields.trustProxy(),
  RATE_LIMIT_PER_MINUTE: configFields.wholeNumber({
    fallback: API_RATE_LIMIT_PER_MINUTE,
    min: 1,
    max: 1_000_000_000,
  }),
  /** The block in which the contract was deployed; the service finds it by itself if it is not given. */
  START_BLOCK: z
    .string()
    .regex(/^\d{1,15}$/, "must be a block number")
    .transform(Number)
    .optional(),
  POLL_INTERVAL_MS: configFields.wholeNumber({ fallback: 1_000, min: 50, max: 60_000 }),
  /** If the newest block of all nodes is older, nothing is answered from it. Any age if not given. */
  MAX_HEAD_AGE_SECONDS: configFields.optionalWholeNumber({ min: 5, max: 86_400 }),
  /** Within this number of hours every agent is compared with the contract. */
  RECONCILE_ROUND_HOURS: configFields.wholeNumber({ fallback: 24, min: 1, max: 720 }),
  /** A client that sends it asks on behalf of visitors, each with a limit of its own. */
  DASHBOARD_SECRET: z
    .string()
    .superRefine((secret, context) => {
      const message = findSecretProblem(secret);
      if (message !== undefined) context.addIssue({ code: "custom", message });
    })
    .optional(),
  /** Where people find the dashboard; answers that name pages name them there. */
  DASHBOARD_URL: configFields.publicUrl("the dashboard").default(`http://localhost:${DASHBOARD_PORT}`),
  SECURITY_CONTACT: configFields.securityContact(),
  /** Whether the domains that agents name are asked if they name the agents, too. */
  DOMAIN_CHECKS: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
  /** Where snapshots of the index are kept and served from; without it none are made. */
  SNAPSHOT_DIR: z.string().optional(),
  /** How often one is made. */
  SNAPSHOT_HOURS: configFields.wholeNumber({ fallback: 24, min: 1, max: 720 }),
  SHUTDOWN_DELAY_SECONDS: configFields.shutdownDelaySeconds(),
  LOG_LEVEL: configFields.logLevel(),
  ...signingFields,
});

/** The names of all variables that the service reads. */
export const API_SETTINGS: readonly string[] = Object.keys(Fields.shape);

const ConfigSchema = Fields.superRefine((settings, context) => {
  if (settings.DATABASE_READ_URL !== undefined && settings.DATABASE_URL === undefined) {
    const message = "needs DATABASE_URL: the database that is written, of which it is a replica";
    context.addIssue({ code: "custom", path: ["DATABASE_READ_URL"], message });
  }
  for (const { name, problem } of findSigningProblems(settings))
    context.addIssue({ code: "custom", path: [name], message: problem });
});

export type ApiConfig = Readonly<z.output<typeof ConfigSchema>>;

export function parseApiConfig(env: Record<string, string | undefined>): ApiConfig {
  return parseConfig(ConfigSchema, env);
}
