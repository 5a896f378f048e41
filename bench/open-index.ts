import { createIndex } from "@agent-registry/api/create-index";
import { createLogger, systemClock } from "@agent-registry/service";
import { Registry } from "prom-client";
import type { Address } from "viem";

/** Where an index is: in a folder of its own, or in PostgreSQL. */
export type Place = { dataDir: string; databaseUrl: string | undefined };

type Options = Place & { rpcUrl: string; registryAddress: Address; pollIntervalMs: number };

/** The index as the query API has it, over one node, saying nothing but errors unless it is asked for more. */
export const openIndex = ({ dataDir, databaseUrl, rpcUrl, ...options }: Options) =>
  createIndex({
    rpcUrls: [rpcUrl],
    database: { dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) },
    logger: createLogger({ name: "bench", level: process.env.LOG_LEVEL ?? "error" }),
    metrics: new Registry(),
    clock: systemClock,
    ...options,
  });
