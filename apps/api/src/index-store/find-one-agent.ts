import type { Database } from "@agent-registry/service";
import type { AgentRow, IndexSchema } from "./schema.ts";

export type FindOneAgent = {
  byId(agentId: number): Promise<AgentRow | undefined>;
  /** In lower case. */
  byWallet(agentWallet: string): Promise<AgentRow | undefined>;
};

/**
 * The two look-ups behind every KYA check, past the query builder: a prepared statement answers
 * several times as many.
 */
export function createFindOneAgent({ sqlite, pool }: Database<IndexSchema>): FindOneAgent {
  if (sqlite !== undefined) {
    const byId = sqlite.prepare("select * from agents where agent_id = ?");
    const byWallet = sqlite.prepare("select * from agents where lower(agent_wallet) = ?");
    return {
      byId: async (agentId) => byId.get(agentId) as AgentRow | undefined,
      byWallet: async (agentWallet) => byWallet.get(agentWallet) as AgentRow | undefined,
    };
  }
  if (pool === undefined) throw new Error("The database has no connection");
  const find = async (name: string, column: string, value: unknown) => {
    const text = `select * from agents where ${column} = $1`;
    const { rows } = await pool.query<AgentRow>({ name, text, values: [value] });
    return rows[0];
  };
  return {
    byId: (agentId) => find("agent-by-id", "agent_id", agentId),
    byWallet: (agentWallet) => find("agent-by-wallet", "lower(agent_wallet)", agentWallet),
  };
}
