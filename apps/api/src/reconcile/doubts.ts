import { apiErrors } from "@agent-registry/protocol";
import { createRepeat, HttpError } from "@agent-registry/service";
import { type Kysely, sql } from "kysely";
import { NO_AGENT } from "../chain/decode-event.ts";
import type { IndexStatus } from "../index/index-status.ts";
import type { IndexSchema, Row } from "../index/schema.ts";
import type { Mismatch } from "./compare.ts";

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

type DoubtfulAgent = Omit<Row<"doubtful_agents">, "register">;

/** One more than this, and the register as a whole is in doubt: the rest is not listed. */
const MAX_DOUBTFUL = 1_000;

/** The doubts about the register that the database holds now. */
export async function readDoubtfulAgents(db: Kysely<IndexSchema>): Promise<DoubtfulAgent[]> {
  return db
    .selectFrom("doubtful_agents")
    .select(["agent_id", "index_wallet", "contract_wallet", "difference", "block_number"])
    .where("register", "=", (eb) => eb.selectFrom("sync_state").select(registerName().as("register")))
    .orderBy("agent_id")
    .limit(MAX_DOUBTFUL + 1)
    .execute();
}

/** Notes doubts, and forgets those about another register. */
export async function addDoubtfulAgents(db: Kysely<IndexSchema>, mismatches: Mismatch[]): Promise<void> {
  const state = await db
    .selectFrom("sync_state")
    .select(registerName().as("register"))
    .executeTakeFirstOrThrow();
  const { register } = state;
  if (register === null) return;
  await db.deleteFrom("doubtful_agents").where("register", "!=", register).execute();
  for (const { agentId, indexWallet, contractWallet, difference, blockNumber } of mismatches) {
    const found = {
      register,
      index_wallet: indexWallet,
      contract_wallet: contractWallet,
      difference,
      block_number: blockNumber,
    };
    await db
      .insertInto("doubtful_agents")
      .values({ agent_id: agentId, ...found })
      .onConflict((conflict) => conflict.column("agent_id").doUpdateSet(found))
      .execute();
  }
}

export async function removeDoubtfulAgents(db: Kysely<IndexSchema>, agentIds: number[]): Promise<void> {
  if (agentIds.length === 0) return;
  await db.deleteFrom("doubtful_agents").where("agent_id", "in", agentIds).execute();
}

/** Null while the index is of no register. */
const registerName = () => sql<string | null>`genesis_hash || ' ' || registry_address`;

type Doubt = { agent_id: number; block_number: number };
type Look = { mismatches: Pick<Mismatch, "agentId">[]; block: { number: number } };

/**
 * Which doubtful agents are right by now, and which are wrong. If the contract was asked at an older block than that of the
 * doubt, the answer is no news: the agent may have been right then.
 */
export function judgeDoubts(doubtful: readonly Doubt[], { mismatches, block }: Look) {
  const wrong = mismatches.map(({ agentId }) => agentId);
  const seen = doubtful.filter((doubt) => doubt.block_number <= block.number);
  return {
    wrong,
    right: seen.map((doubt) => doubt.agent_id).filter((agentId) => !wrong.includes(agentId)),
    areAllSeen: seen.length === doubtful.length,
  };
}

/**
 * Refuses every answer that a doubtful agent could make wrong. An answer that is under way when a doubt comes up is void
 * afterwards, since every change of the doubts empties the cache.
 *
 * There is a second list of doubts if requests are answered from a replica.
 */
export function createVouching(lists: readonly Doubts[]) {
  const isAny = () => lists.some((doubts) => doubts.size() > 0);

  function forAgents(agentIds: Iterable<number>): void {
    if (!isAny()) return;
    if (lists.some((doubts) => doubts.isWhole())) throw doubtful("many agents differ from the contract");
    for (const agentId of agentIds) {
      if (lists.some((doubts) => doubts.hasAgent(agentId)))
        throw doubtful(`${toSubject(agentId)} differs from the contract`);
    }
  }

  const listIds = () => lists.flatMap((doubts) => doubts.list().map((agent) => agent.agent_id));

  return {
    forAgents,

    /** In lower case. */
    forWallet(wallet: string, what = "the wallet's agent"): void {
      if (!isAny()) return;
      forAgents([]);
      if (lists.some((doubts) => doubts.hasWallet(wallet)))
        throw doubtful(`${what} differs from the contract`);
    },

    /** For lists and sums over all agents, and for what depends on who answers for one of them. */
    forAll(): void {
      if (isAny()) forAgents(listIds());
    },

    /** The doubtful agents, so that an answer about all others can leave them out. */
    listIds,
  };
}

const toSubject = (agentId: number) => (agentId === NO_AGENT ? "what is certified" : `agent ${agentId}`);

function doubtful(what: string): HttpError {
  return new HttpError(500, apiErrors.rpcFailure(`${what}; the index is being mended`));
}
