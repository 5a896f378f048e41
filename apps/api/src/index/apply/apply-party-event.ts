import { checksumAddress } from "@agent-registry/protocol";
import { type AgreedHashes, PARTY_WORDS, type PartyWords } from "../filing-data.ts";
import {
  fromContractFlags,
  fromProposal,
  HAFTUNGSPERSON,
  PARENT,
  toConsentBits,
  toProposal,
  toRefusalBits,
  toRefused,
  WALLET,
} from "../parties.ts";
import {
  type AgentState,
  appendFiling,
  type Change,
  type EventOf,
  expectSame,
  stated,
  toInconsistent,
} from "./change.ts";

// What those whom a record names have said about it.

/** A consent only adds, and takes back the refusal of the party that gives it. It may be given again. */
export function applyConsent(change: Change, event: EventOf<"consent-given">, agent: AgentState): void {
  const before = toPartyWords(agent);
  const consents = toConsentBits(event.consents);
  const given = fromContractFlags(event.places);
  if (given === 0) throw toInconsistent(event);
  expectSame(event, consents, before.consents | given);
  change.set(agent, "consents", consents);
  change.set(agent, "refusals", before.refusals & ~consents);
  setWords(change, agent, given);
  appendFiling(change, event, { consents, given, before, ...toAgreedHashes(agent) });
}

/**
 * A refusal only adds, and takes back the consent of the party that refuses. It adds nothing if a Haftungsperson whose
 * refusal stands suspends the agent once more.
 */
export function applyRefusal(change: Change, event: EventOf<"consent-refused">, agent: AgentState): void {
  const before = toPartyWords(agent);
  const refusals = toRefusalBits(event.refusals);
  const { suspends } = event;
  const refused = toRefused({ refusals, suspends, before });
  if (refused === 0) throw toInconsistent(event);
  expectSame(event, refusals, before.refusals | refused);
  change.set(agent, "refusals", refusals);
  change.set(agent, "consents", before.consents & ~refusals);
  setWords(change, agent, refused);
  if (suspends) {
    expectSame(event, agent.suspended_by_refusal, 0);
    change.set(agent, "suspended_by_refusal", 1);
  }
  appendFiling(change, event, { refusals, suspends, before });
}

/** Only a wallet that has not agreed is released, and only once. */
export function applyRelease(change: Change, event: EventOf<"wallet-released">, agent: AgentState): void {
  expectSame(event, agent.agent_wallet, checksumAddress(event.agentWallet));
  expectSame(event, agent.wallet_released, 0);
  expectSame(event, agent.consents & WALLET, 0);
  const before = toPartyWords(agent);
  change.set(agent, "wallet_released", 1);
  setWords(change, agent, WALLET);
  appendFiling(change, event, { ...stated(event), before });
}

/** The new Haftungsperson agrees by taking over; what the old one said no longer counts. */
export function applyHandover(
  change: Change,
  event: EventOf<"haftungsperson-changed">,
  agent: AgentState,
): void {
  const { oldHaftungsperson, newHaftungsperson } = event;
  expectSame(event, agent.haftungsperson, checksumAddress(oldHaftungsperson));
  expectSame(event, toProposal(agent.pending_haftungsperson), newHaftungsperson);
  const before = toPartyWords(agent);
  change.counters.countHandover({ agentId: agent.agent_id, from: oldHaftungsperson, to: newHaftungsperson });
  change.set(agent, "haftungsperson", checksumAddress(newHaftungsperson));
  change.set(agent, "pending_haftungsperson", null);
  change.set(agent, "consents", before.consents | HAFTUNGSPERSON);
  change.set(agent, "refusals", before.refusals & ~HAFTUNGSPERSON);
  setWords(change, agent, HAFTUNGSPERSON);
  appendFiling(change, event, { ...stated(event), before, ...toAgreedHashes(agent) });
}

/** The new wallet agrees by taking the old one's place. Only the proposed one can. */
export function applyReplacement(change: Change, event: EventOf<"wallet-changed">, agent: AgentState): void {
  const { oldWallet, newWallet } = event;
  expectSame(event, agent.agent_wallet, checksumAddress(oldWallet));
  expectSame(event, toProposal(agent.pending_wallet), newWallet);
  expectSame(event, agent.wallet_released, 0);
  const before = toPartyWords(agent);
  change.set(agent, "agent_wallet", checksumAddress(newWallet));
  change.set(agent, "pending_wallet", null);
  change.set(agent, "consents", before.consents | WALLET);
  setWords(change, agent, WALLET);
  appendFiling(change, event, { ...stated(event), before, ...toAgreedHashes(agent) });
}

/** Another account, or none, is named in this place of the record. */
export function applyNaming(
  change: Change,
  event: EventOf<"haftungsperson-proposed" | "wallet-proposed" | "attester-changed">,
  agent: AgentState,
  place: "pending_haftungsperson" | "pending_wallet" | "attester",
): void {
  const [former, next] =
    event.kind === "attester-changed"
      ? [event.oldAttester, event.newAttester]
      : [event.oldProposal, event.newProposal];
  expectSame(event, toProposal(agent[place]), former);
  change.set(agent, place, fromProposal(next));
  appendFiling(change, event, stated(event));
}

function toAgreedHashes(agent: AgentState): AgreedHashes {
  return { constitutionHash: agent.constitution_hash, capabilityHash: agent.capability_hash };
}

/** What the parties have said up to now, for the filing that changes it. */
function toPartyWords(agent: AgentState): PartyWords {
  return Object.fromEntries(PARTY_WORDS.map((column) => [column, agent[column]])) as PartyWords;
}

/** Notes the agent's next filing as the last word of these parties, given as bits. */
function setWords(change: Change, agent: AgentState, parties: number): void {
  if ((parties & WALLET) !== 0) change.set(agent, "wallet_word", agent.filing_count);
  if ((parties & HAFTUNGSPERSON) !== 0) change.set(agent, "haftungsperson_word", agent.filing_count);
  if ((parties & PARENT) !== 0) change.set(agent, "parent_word", agent.filing_count);
}

export function restoreWords(change: Change, agent: AgentState, before: PartyWords): void {
  for (const column of PARTY_WORDS) change.set(agent, column, before[column]);
}
