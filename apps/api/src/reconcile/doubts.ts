import { createRepeat } from "@agent-registry/service";
import type { Kysely } from "kysely";
import type { IndexStatus } from "../index/index-status.ts";
import type { IndexSchema } from "../index/schema.ts";
import { type DoubtfulAgent, MAX_DOUBTFUL, readDoubtfulAgents } from "./doubtful-agents.ts";

export type Doubts = ReturnType<typeof createDoubts>;

/**
 * The doubtful agents as every process knows them, the leader or not: read from the database again and again. While
 * there are none, which is the rule, a look-up pays one comparison.
 */
export function createDoubts(options: { db: Kysely<IndexSchema>; intervalMs: number }) {
  const { db, intervalMs } = options;
  let agents: DoubtfulAgent[] = [];
  let ids = new Set<number>();
  let wallets = new Set<string>();
  let changes = 0;

  async function refresh(): Promise<void> {
    const found = await readDoubtfulAgents(db);
    if (JSON.stringify(found) === JSON.stringify(agents)) return;
    agents = found;
    ids = new Set(found.map((agent) => agent.agent_id));
    wallets = new Set(
      found
        .flatMap((agent) => [agent.index_wallet, agent.contract_wallet])
        .filter((wallet) => wallet !== null),
    );
    changes += 1;
  }

  // If the database is down, requests fail for that reason, whatever the doubts.
  const { start, stop } = createRepeat({ task: () => refresh().catch(() => {}), pauseMs: intervalMs });
  return {
    refresh,
    size: () => agents.length,
    list: () => agents,
    isWhole: () => agents.length > MAX_DOUBTFUL,
    hasAgent: (agentId: number) => ids.has(agentId),
    hasWallet: (wallet: string) => wallets.has(wallet),
    /** Grows with every change: answers that were made before are void. */
    changes: () => changes,
    start,
    stop,
  };
}

/** A change of the doubts voids the answers that were made before, as blocks that are taken back do. */
export function withDoubts(status: IndexStatus, doubts: Doubts): IndexStatus {
  if (doubts.changes() === 0) return status;
  return {
    ...status,
    rewindCount: status.rewindCount + doubts.changes(),
    // A replica may know of other doubts than the database that it follows.
    doubtfulAgents: Math.max(status.doubtfulAgents ?? 0, doubts.size()),
  };
}
