import { ConsentsResponse, type PartyWord, toRecordHash, toTimestamp } from "@agent-registry/protocol";
import type { Kysely } from "kysely";
import type { Address, Hex } from "viem";
import { defineQuestion } from "../../http/question.ts";
import type { AgreedHashes } from "../../index/filing-data.ts";
import { HAFTUNGSPERSON as HAFTUNGSPERSON_BIT, PARENT, WALLET } from "../../index/parties.ts";
import { toIndexedAgent } from "../../index/read/read-agent.ts";
import type { AgentRow, FilingRow, IndexSchema } from "../../index/schema.ts";
import { HAFTUNGSPERSON, REGISTERED_AT, TRANSACTION } from "../shared/examples.ts";

const word = {
  state: "agreed",
  since: REGISTERED_AT,
  transactionHash: TRANSACTION,
  changedSince: { constitution: false, capabilities: false },
} as const;

/** What each party that an agent's record names has said. Not cached, so that a new word shows at once. */
export const consents = defineQuestion({
  path: "/agent/:id/consents",
  response: ConsentsResponse,
  read: ({ db }, { agentId }) => readConsents(db, agentId),
  answer: (body) => ({ body }),
  schemas: { ConsentDetails: ConsentsResponse },
  doc: {
    operationId: "getConsents",
    tag: "Agents",
    summary: "What each party named in an agent's record has said about it",
    description:
      "The wallet, the Haftungsperson and the parent: agreed, refused (a wallet: released) or neither, since when, by which transaction, and whether the record has changed since. None of it changes compliance by itself.",
    example: {
      agentId: 1,
      recordHash: `0x${"2e".repeat(32)}`,
      wallet: word,
      haftungsperson: { ...word, address: HAFTUNGSPERSON },
      parent: null,
      proposedHaftungsperson: null,
      pendingWallet: null,
      attester: null,
    },
  },
});

type WordRow = Pick<FilingRow, "position" | "timestamp" | "transaction_hash" | "data">;

/** What each party has said, with the filings that hold its last word: three at most, however many the agent has. */
export async function readConsents(
  db: Kysely<IndexSchema>,
  agentId: number,
): Promise<ConsentsResponse | undefined> {
  const agent = await db.selectFrom("agents").selectAll().where("agent_id", "=", agentId).executeTakeFirst();
  if (agent === undefined) return undefined;
  const words = await db
    .selectFrom("filings")
    .select(["position", "timestamp", "transaction_hash", "data"])
    .where("agent_id", "=", agentId)
    .where("position", "in", [agent.wallet_word, agent.haftungsperson_word, agent.parent_word])
    .execute();
  const partyState = (party: number) =>
    (agent.refusals & party) !== 0 ? "refused" : (agent.consents & party) !== 0 ? "agreed" : "none";
  const walletState =
    agent.wallet_released === 1 ? "released" : (agent.consents & WALLET) !== 0 ? "agreed" : "none";
  const toWord = createToWord(agent, words);
  return {
    agentId,
    recordHash: toHash(agent),
    wallet: toWord(walletState, agent.wallet_word),
    haftungsperson: {
      address: agent.haftungsperson as Address,
      ...toWord(partyState(HAFTUNGSPERSON_BIT), agent.haftungsperson_word),
    },
    parent: agent.parent_agent_id === 0 ? null : toWord(partyState(PARENT), agent.parent_word),
    proposedHaftungsperson: agent.pending_haftungsperson as Address | null,
    pendingWallet: agent.pending_wallet as Address | null,
    attester: agent.attester as Address | null,
  };
}

type Word<State> = Omit<PartyWord, "state"> & { state: State };

function createToWord(agent: AgentRow, words: readonly WordRow[]) {
  const unchanged = { constitution: false, capabilities: false };
  return <State extends string>(state: State, position: number): Word<State> => {
    if (state === "none") return { state, since: null, transactionHash: null, changedSince: unchanged };
    const word = words.find((row) => row.position === position);
    if (word === undefined) throw new Error(`The index lacks filing ${position} of an agent`);
    return {
      state,
      since: toTimestamp(word.timestamp),
      transactionHash: word.transaction_hash as Hex,
      changedSince: state === "agreed" ? toChanges(agent, word) : unchanged,
    };
  };
}

function toHash(row: AgentRow): Hex {
  return toRecordHash({
    ...toIndexedAgent(row),
    scopeHash: (row.scope_hash ?? undefined) as Hex | undefined,
    agentId: BigInt(row.agent_id),
    parentAgentId: BigInt(row.parent_agent_id),
  });
}

/** By value: a hash that was changed and changed back is the one that the party agreed to. */
function toChanges(agent: AgentRow, word: WordRow): PartyWord["changedSince"] {
  const agreed = JSON.parse(word.data) as AgreedHashes;
  return {
    constitution: agreed.constitutionHash !== agent.constitution_hash,
    capabilities: agreed.capabilityHash !== agent.capability_hash,
  };
}
