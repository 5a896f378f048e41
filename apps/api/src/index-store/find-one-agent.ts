import type { Database } from "@agent-registry/service";
import { gather } from "./gather.ts";
import type { AgentRow, IndexSchema } from "./schema.ts";

const WALLET_COLUMNS = [
  "agent_id",
  "creator",
  "haftungsperson",
  "agent_wallet",
  "operational_scope",
  "registered_at",
  "last_attestation",
  "status",
] as const satisfies (keyof AgentRow)[];

export type WalletRow = Pick<AgentRow, (typeof WALLET_COLUMNS)[number]>;

export type FindOneAgent = {
  byId(agentId: number): Promise<AgentRow | undefined>;
  /** In lower case. At once where the engine can. */
  byWallet(agentWallet: string): WalletRow | undefined | Promise<WalletRow | undefined>;
};

const BY_ID = "select * from agents where agent_id =";
const BY_WALLET = `select ${WALLET_COLUMNS.join(", ")} from agents where lower(agent_wallet) =`;

/**
 * The two look-ups behind every KYA check, past the query builder: a prepared statement answers
 * several times as many.
 */
export function createFindOneAgent({ sqlite, pool }: Database<IndexSchema>): FindOneAgent {
  if (sqlite !== undefined) {
    const byId = sqlite.prepare(`${BY_ID} ?`);
    const byWallet = sqlite.prepare(`${BY_WALLET} ?`);
    return {
      byId: async (agentId) => byId.get(agentId) as AgentRow | undefined,
      byWallet: (agentWallet) => byWallet.get(agentWallet) as WalletRow | undefined,
    };
  }
  if (pool === undefined) throw new Error("The database has no connection");
  return {
    async byId(agentId) {
      const query = { name: "agent-by-id", text: `${BY_ID} $1`, values: [agentId] };
      return (await pool.query<AgentRow>(query)).rows[0];
    },
    byWallet: gather(async (wallets) => {
      const query = { name: "agents-by-wallets", text: `${BY_WALLET} any($1)`, values: [wallets] };
      const { rows } = await pool.query<WalletRow>(query);
      return new Map(rows.map((row) => [row.agent_wallet.toLowerCase(), row]));
    }),
  };
}
