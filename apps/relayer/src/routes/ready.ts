import { apiErrors } from "@agent-registry/protocol";
import { type Clock, doesDatabaseAnswer, type Metrics, registerReadiness } from "@agent-registry/service";
import { Hono } from "hono";
import { z } from "zod";
import type { Connection } from "../chain/connection.ts";
import type { Chain } from "../chain/create-chain.ts";
import { createRecentReads, type RecentReads } from "../chain/recent-reads.ts";
import { RpcFailure } from "../chain/rpc-error.ts";

export const ReadyResponse = z.object({
  ready: z.boolean(),
  reason: z.string().nullable().meta({ description: "Why nothing can be relayed now" }),
});

type ReadyRouteDeps = {
  connection: Pick<Connection, "problem">;
  chain: Pick<Chain, "readLatestNonce">;
  clock: Clock;
  metrics: Pick<Metrics, "registry">;
  /** Any question to the database. */
  askDatabase: () => Promise<unknown>;
};

/** Whether requests can be relayed now: the process may run while chain or database are out of reach. */
export function readyRoute({ connection, chain, clock, metrics, askDatabase }: ReadyRouteDeps) {
  const recentNonce = createRecentReads({ read: () => chain.readLatestNonce(), clock });

  async function findDatabaseProblem(): Promise<string | null> {
    return (await doesDatabaseAnswer(askDatabase)) ? null : "The database does not answer";
  }

  async function findReason(): Promise<string | null> {
    return connection.problem() ?? (await findDatabaseProblem()) ?? (await findRpcProblem(recentNonce));
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
