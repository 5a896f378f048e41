/** How the query API itself stands. */
import * as z from "zod/mini";
import { AddressSchema, CountSchema, TimestampSchema } from "./common.ts";

/** What the register's RPC nodes are to it. */
export const HealthNodes = z.object({
  /** The number of nodes. With 1, that node is believed; with more, the majority of those that answer. */
  configured: CountSchema,
  /** False while no block has a majority. */
  agree: z.boolean(),
  /** When two or more were last found to have the same block; null if never. */
  comparedAt: z.nullable(TimestampSchema),
  /** The register recomputes blocks' hashes from their headers, unless these have fields that it does not know. */
  hashes: z.enum(["recomputed", "as-told"]),
});

export const HealthResponse = z.object({
  status: z.enum(["ok", "syncing", "degraded"]),
  registry: AddressSchema,
  rpc: z.string(),
  /** Only with `include=nodes`. */
  nodes: z.optional(HealthNodes),
});
export type HealthResponse = z.infer<typeof HealthResponse>;

/** What keeps the index from answering; each cause asks for another remedy. */
export const ReadyCause = z.enum([
  "database-gone",
  "indexer-silent",
  "node-silent",
  "nodes-disagree",
  "nodes-not-compared",
  "head-old",
  "index-building",
  "index-behind",
  "replica-behind",
  "stopping",
]);
export type ReadyCause = z.infer<typeof ReadyCause>;

/** 200 if the index has caught up, else 503 with the cause, and the reason in words. */
export const ReadyResponse = z.object({
  ready: z.boolean(),
  cause: z.optional(ReadyCause),
  reason: z.optional(z.string()),
  indexedBlock: z.nullable(CountSchema),
  headBlock: z.nullable(CountSchema),
  /**
   * Agents of which index and contract say different things: answers about them are 500 until both agree.
   */
  doubtfulAgents: z.optional(CountSchema),
});
export type ReadyResponse = z.infer<typeof ReadyResponse>;
