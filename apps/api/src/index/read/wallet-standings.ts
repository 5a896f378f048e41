import { toAgentStatus } from "@agent-registry/protocol";
import type { Engine } from "@agent-registry/service";
import type { Address, Hex } from "viem";
import { toConsents, toRefusals } from "../parties.ts";
import type { WalletStanding, WalletStandings } from "../records.ts";
import type { AgentRow, BlockRow } from "../schema.ts";

const COLUMNS = [
  "agent_id",
  "agent_wallet",
  "haftungsperson",
  "parent_agent_id",
  "self_modifying",
  "registered_at",
  "last_attestation",
  "status",
  "consents",
  "refusals",
  "wallet_released",
] as const satisfies (keyof AgentRow)[];

type Columns = Pick<AgentRow, (typeof COLUMNS)[number]>;
/** Without an agent if no wallet is bound to one: the block is returned all the same. */
export type StandingRow = Pick<BlockRow, "number" | "hash"> & {
  [Name in keyof Columns]: Columns[Name] | null;
};

const columnsOf = (table: string) => COLUMNS.map((name) => `${table}.${name}`).join(", ");

/**
 * The condition is that of the index, which knows only records that their wallet is bound to. All wallets are one
 * parameter, so that the statement is prepared once for any number of them.
 */
const BOUND = {
  sqlite: `select ${columnsOf("agents")} from agents
    where wallet_released = 0 and lower(agent_wallet) in (select value from json_each(?))`,
  postgres: `select ${columnsOf("agents")} from agents
    where wallet_released = 0 and lower(agent_wallet) = any($1)`,
};
/** A limit keeps PostgreSQL from reading the whole register to join with it. Each ancestor comes once. */
const PARENTS = {
  sqlite: `select ${columnsOf("parent")} from family join agents parent on parent.agent_id = family.parent_agent_id`,
  postgres: `select ${columnsOf("parent")} from family cross join lateral (
    select ${columnsOf("agents")} from agents where agents.agent_id = family.parent_agent_id limit 1) parent`,
};

/** One statement, so that block, agents and ancestors are of one moment on both engines. */
export function toStandingsQuery(engine: Engine, { withAncestors }: { withAncestors: boolean }): string {
  const family = withAncestors ? `${BOUND[engine]} union ${PARENTS[engine]}` : BOUND[engine];
  return `with recursive family (${COLUMNS.join(", ")}) as (${family})
    select newest.number, newest.hash, ${columnsOf("family")}
    from (select number, hash from blocks order by number desc limit 1) newest left join family on true`;
}

export function toWalletStandings(
  rows: readonly StandingRow[],
  { wallets, withAncestors }: { wallets: readonly Address[]; withAncestors: boolean },
): WalletStandings | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  const asked = new Set<string>(wallets);
  const found = rows.filter((row): row is StandingRow & Columns => row.agent_id !== null);
  const byId = new Map(found.map((row) => [row.agent_id, row]));
  const byWallet = new Map<string, WalletStanding>();
  for (const row of found) {
    const wallet = row.agent_wallet.toLowerCase();
    // An ancestor whose wallet was released names it still.
    if (row.wallet_released !== 0 || !asked.has(wallet)) continue;
    const standing = toStanding(row);
    byWallet.set(wallet, withAncestors ? { ...standing, ancestors: toAncestors(row, byId) } : standing);
  }
  return { block: { number: first.number, hash: first.hash as Hex }, byWallet };
}

function toStanding(row: Columns): WalletStanding {
  return {
    agentId: row.agent_id,
    agentWallet: row.agent_wallet as Address,
    haftungsperson: row.haftungsperson as Address,
    status: toAgentStatus(row.status),
    registeredAt: row.registered_at,
    lastAttestation: row.last_attestation,
    selfModifying: row.self_modifying === 1,
    parentAgentId: row.parent_agent_id,
    consents: toConsents(row.consents),
    refusals: toRefusals(row.refusals),
  };
}

function toAncestors(child: Columns, byId: ReadonlyMap<number, Columns>) {
  const ancestors: NonNullable<WalletStanding["ancestors"]> = [];
  let parent = byId.get(child.parent_agent_id);
  while (parent !== undefined) {
    const { agent_id: agentId, parent_agent_id: parentAgentId } = parent;
    const said = { consents: toConsents(parent.consents), refusals: toRefusals(parent.refusals) };
    ancestors.push({ agentId, status: toAgentStatus(parent.status), parentAgentId, ...said });
    parent = byId.get(parentAgentId);
  }
  return ancestors;
}
