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
import { toChecksumAddress } from "../stored-values.ts";
import {
  type AgentState,
  appendFiling,
  type Change,
  type EventOf,
  expectSame,
  stated,
  toInconsistent,
} from "./change.ts";

type PartyEvent = EventOf<
  | "consent-given"
  | "consent-refused"
  | "wallet-released"
  | "haftungsperson-proposed"
  | "haftungsperson-changed"
  | "wallet-proposed"
  | "wallet-changed"
  | "attester-changed"
>;

/** Applies what those whom a record names have said about it. */
export function applyPartyEvent(change: Change, event: PartyEvent, agent: AgentState): void {
  switch (event.kind) {
    case "consent-given":
      applyConsent(change, event, agent);
      break;
    case "consent-refused":
      applyRefusal(change, event, agent);
      break;
    case "wallet-released":
      applyRelease(change, event, agent);
      break;
    case "haftungsperson-proposed":
      setNamed(change, event, agent, "pending_haftungsperson", [event.oldProposal, event.newProposal]);
      appendFiling(change, event, stated(event));
      break;
    case "haftungsperson-changed":
      applyHandover(change, event, agent);
      break;
    case "wallet-proposed":
      setNamed(change, event, agent, "pending_wallet", [event.oldProposal, event.newProposal]);
      appendFiling(change, event, stated(event));
      break;
    case "wallet-changed":
      applyReplacement(change, event, agent);
      break;
    case "attester-changed":
      setNamed(change, event, agent, "attester", [event.oldAttester, event.newAttester]);
      appendFiling(change, event, stated(event));
      break;
    default:
      event satisfies never;
  }
}

/** A consent only adds, and takes back the refusal of the party that gives it. It may be given again. */
function applyConsent(change: Change, event: EventOf<"consent-given">, agent: AgentState): void {
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
function applyRefusal(change: Change, event: EventOf<"consent-refused">, agent: AgentState): void {
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
function applyRelease(change: Change, event: EventOf<"wallet-released">, agent: AgentState): void {
  expectSame(event, agent.agent_wallet, toChecksumAddress(event.agentWallet));
  expectSame(event, agent.wallet_released, 0);
  expectSame(event, agent.consents & WALLET, 0);
  const before = toPartyWords(agent);
  change.set(agent, "wallet_released", 1);
  setWords(change, agent, WALLET);
  appendFiling(change, event, { ...stated(event), before });
}

/** The new Haftungsperson agrees by taking over; what the old one said no longer counts. */
function applyHandover(change: Change, event: EventOf<"haftungsperson-changed">, agent: AgentState): void {
  const { oldHaftungsperson, newHaftungsperson } = event;
  expectSame(event, agent.haftungsperson, toChecksumAddress(oldHaftungsperson));
  expectSame(event, toProposal(agent.pending_haftungsperson), newHaftungsperson);
  const before = toPartyWords(agent);
  change.counters.countHandover({ agentId: agent.agent_id, from: oldHaftungsperson, to: newHaftungsperson });
  change.set(agent, "haftungsperson", toChecksumAddress(newHaftungsperson));
  change.set(agent, "pending_haftungsperson", null);
  change.set(agent, "consents", before.consents | HAFTUNGSPERSON);
  change.set(agent, "refusals", before.refusals & ~HAFTUNGSPERSON);
  setWords(change, agent, HAFTUNGSPERSON);
  appendFiling(change, event, { ...stated(event), before, ...toAgreedHashes(agent) });
}

/** The new wallet agrees by taking the old one's place. Only the proposed one can. */
function applyReplacement(change: Change, event: EventOf<"wallet-changed">, agent: AgentState): void {
  const { oldWallet, newWallet } = event;
  expectSame(event, agent.agent_wallet, toChecksumAddress(oldWallet));
  expectSame(event, toProposal(agent.pending_wallet), newWallet);
  expectSame(event, agent.wallet_released, 0);
  const before = toPartyWords(agent);
  change.set(agent, "agent_wallet", toChecksumAddress(newWallet));
  change.set(agent, "pending_wallet", null);
  change.set(agent, "consents", before.consents | WALLET);
  setWords(change, agent, WALLET);
  appendFiling(change, event, { ...stated(event), before, ...toAgreedHashes(agent) });
}

/** Another account, or none, is named in this place of the record. */
function setNamed(
  change: Change,
  event: PartyEvent,
  agent: AgentState,
  place: "pending_haftungsperson" | "pending_wallet" | "attester",
  [former, next]: [former: string, next: string],
): void {
  expectSame(event, toProposal(agent[place]), former);
  change.set(agent, place, fromProposal(next));
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
