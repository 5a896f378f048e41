import { apiErrors } from "@agent-registry/protocol";
import {
  type Clock,
  createDatabaseCheck,
  type Metrics,
  registerReadiness,
  within,
} from "@agent-registry/service";
import { Hono } from "hono";
import { z } from "zod";
import type { Connection } from "../chain/connection.ts";
import type { Chain } from "../chain/create-chain.ts";
import { RpcFailure } from "../chain/nodes.ts";
import { createRecentReads, type RecentReads } from "../chain/recent-reads.ts";

export const ReadyResponse = z.object({
  ready: z.boolean(),
  reason: z.string().nullable().meta({ description: "Why nothing can be relayed now" }),
});

/** Load balancers do not wait long. */
const SIGNER_PATIENCE_MS = 2_000;

type ReadyRouteDeps = {
  connection: Pick<Connection, "problem">;
  chain: Pick<Chain, "readLatestNonce">;
  clock: Clock;
  metrics: Pick<Metrics, "registry">;
  /** Whether the process is being stopped, so that load balancers are to ask others. */
  isStopping: () => boolean;
  /** Any question to the database. */
  askDatabase: () => Promise<unknown>;
  /** Why nothing can be signed now, or null. */
  findSignerProblem: () => Promise<string | null>;
};

/** Whether requests can be relayed now: the process may run while chain, database or signer are out of reach. */
export function readyRoute({
  connection,
  chain,
  clock,
  metrics,
  askDatabase,
  findSignerProblem,
  isStopping,
}: ReadyRouteDeps) {
  const recentNonce = createRecentReads({ read: () => chain.readLatestNonce(), clock });
  const recentSigner = createRecentReads({ read: askSigner, clock });
  const doesDatabaseAnswer = createDatabaseCheck(askDatabase);

  async function askSigner(): Promise<string | null> {
    return await within(SIGNER_PATIENCE_MS, findSignerProblem).catch(() => "The signer does not answer");
  }

  async function findDatabaseProblem(): Promise<string | null> {
    return (await doesDatabaseAnswer()) ? null : "The database does not answer";
  }

  async function findReason(): Promise<string | null> {
    if (isStopping()) return "The process is being stopped";
    return (
      connection.problem() ??
      (await findDatabaseProblem()) ??
      (await findRpcProblem(recentNonce)) ??
      (await recentSigner.get())
    );
  }

  registerReadiness({ registry: metrics.registry, isReady: async () => (await findReason()) === null });

  return new Hono().get("/ready", async (c) => {
    const reason = await findReason();
    return c.json({ ready: reason === null, reason }, reason === null ? 200 : 503);
  });
}

async function findRpcProblem(recentNonce: RecentReads<number>): Promise<string | null> {
  try {
    await recentNonce.get();
    return null;
  } catch (error) {
    if (error instanceof RpcFailure) return apiErrors.rpcFailure(error.message);
    throw error;
  }
}
