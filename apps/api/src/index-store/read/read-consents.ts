import { type ConsentsResponse, type PartyWord, toRecordHash, toTimestamp } from "@agent-registry/protocol";
import type { Kysely } from "kysely";
import type { Address, Hex } from "viem";
import { HAFTUNGSPERSON, PARENT, WALLET } from "../consents.ts";
import type { AgreedHashes } from "../filing-data.ts";
import type { AgentRow, FilingRow, IndexSchema } from "../schema.ts";
import { fromStoredText } from "../stored-text.ts";

type WordRow = AgentRow & Pick<FilingRow, "position" | "timestamp" | "transaction_hash" | "data">;

/**
 * What each party has said, with the filings that hold its last word: three at most, however many the agent has.
 * In one query, so that record and filings are of the same block.
 */
export async function readConsents(
  db: Kysely<IndexSchema>,
  agentId: number,
): Promise<ConsentsResponse | undefined> {
  const rows = await db
    .selectFrom("agents")
    .innerJoin("filings", "filings.agent_id", "agents.agent_id")
    .selectAll("agents")
    .select(["filings.position", "filings.timestamp", "filings.transaction_hash", "filings.data"])
    .where("agents.agent_id", "=", agentId)
    .where((eb) =>
      eb("filings.position", "in", [
        eb.ref("agents.wallet_word"),
        eb.ref("agents.haftungsperson_word"),
        eb.ref("agents.parent_word"),
      ]),
    )
    .execute();
  const [agent] = rows;
  if (agent === undefined) return undefined;
  const partyState = (party: number) =>
    (agent.refusals & party) !== 0 ? "refused" : (agent.consents & party) !== 0 ? "agreed" : "none";
  const walletState =
    agent.wallet_released === 1 ? "released" : (agent.consents & WALLET) !== 0 ? "agreed" : "none";
  return {
    agentId,
    recordHash: toHash(agent),
    wallet: toWord(walletState, rows, agent.wallet_word),
    haftungsperson: {
      address: agent.haftungsperson as Address,
      ...toWord(partyState(HAFTUNGSPERSON), rows, agent.haftungsperson_word),
    },
    parent: agent.parent_agent_id === 0 ? null : toWord(partyState(PARENT), rows, agent.parent_word),
    proposedHaftungsperson: agent.pending_haftungsperson as Address | null,
  };
}

type Word<State> = Omit<PartyWord, "state"> & { state: State };

function toWord<State extends string>(state: State, rows: WordRow[], position: number): Word<State> {
  const unchanged = { constitution: false, capabilities: false };
  if (state === "none") return { state, since: null, transactionHash: null, changedSince: unchanged };
  const word = rows.find((row) => row.position === position);
  if (word === undefined) throw new Error(`The index lacks filing ${position} of an agent`);
  return {
    state,
    since: toTimestamp(word.timestamp),
    transactionHash: word.transaction_hash as Hex,
    changedSince: state === "agreed" ? toChanges(word) : unchanged,
  };
}

function toHash(row: AgentRow): Hex {
  return toRecordHash({
    agentId: BigInt(row.agent_id),
    creator: row.creator as Address,
    haftungsperson: row.haftungsperson as Address,
    agentWallet: row.agent_wallet as Address,
    constitutionHash: row.constitution_hash as Hex,
    capabilityHash: row.capability_hash as Hex,
    operationalScope: fromStoredText(row.operational_scope),
    scopeHash: (row.scope_hash ?? undefined) as Hex | undefined,
    parentAgentId: BigInt(row.parent_agent_id),
    selfModifying: row.self_modifying === 1,
  });
}

/** By value: a hash that was changed and changed back is the one that the party agreed to. */
function toChanges(word: WordRow): PartyWord["changedSince"] {
  const agreed = JSON.parse(word.data) as AgreedHashes;
  return {
    constitution: agreed.constitutionHash !== word.constitution_hash,
    capabilities: agreed.capabilityHash !== word.capability_hash,
  };
}
