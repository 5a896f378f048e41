import { type Kysely, sql } from "kysely";
import type { IndexSchema, Row } from "../index/schema.ts";
import type { Mismatch } from "./compare.ts";

export type DoubtfulAgent = Omit<Row<"doubtful_agents">, "register">;

/** One more than this, and the register as a whole is in doubt: the rest is not listed. */
export const MAX_DOUBTFUL = 1_000;

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
