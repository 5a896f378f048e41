import { HAFTUNGSPERSON, PARENT, WALLET } from "../consents.ts";
import type { PartyWords } from "../filing-data.ts";
import type { AgentState, Change } from "./change.ts";

/** What the parties have said up to now, for the filing that changes it. */
export function toPartyWords(agent: AgentState): PartyWords {
  const { consents, refusals, wallet_word, haftungsperson_word, parent_word } = agent;
  return { consents, refusals, wallet_word, haftungsperson_word, parent_word };
}

/** Notes the agent's next filing as the last word of these parties, given as bits. */
export function setWords(change: Change, agent: AgentState, parties: number): void {
  if ((parties & WALLET) !== 0) change.set(agent, "wallet_word", agent.filing_count);
  if ((parties & HAFTUNGSPERSON) !== 0) change.set(agent, "haftungsperson_word", agent.filing_count);
  if ((parties & PARENT) !== 0) change.set(agent, "parent_word", agent.filing_count);
}

export function restoreWords(change: Change, agent: AgentState, before: PartyWords): void {
  change.set(agent, "consents", before.consents);
  change.set(agent, "refusals", before.refusals);
  change.set(agent, "wallet_word", before.wallet_word);
  change.set(agent, "haftungsperson_word", before.haftungsperson_word);
  change.set(agent, "parent_word", before.parent_word);
}
