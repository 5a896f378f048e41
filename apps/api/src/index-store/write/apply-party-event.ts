import { HAFTUNGSPERSON, toConsentBits, toRefusalBits, WALLET } from "../consents.ts";
import type { AgreedHashes } from "../filing-data.ts";
import { fromProposal, toProposal } from "../proposal.ts";
import { toChecksumAddress } from "../to-checksum-address.ts";
import { appendFiling, type EventOf, expectSame, toInconsistent } from "./append-filing.ts";
import type { AgentState, Change } from "./change.ts";
import { setWords, toPartyWords } from "./party-words.ts";

type PartyEvent = EventOf<
  | "consent-given"
  | "consent-refused"
  | "wallet-released"
  | "haftungsperson-proposed"
  | "haftungsperson-changed"
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
      applyProposal(change, event, agent);
      break;
    case "haftungsperson-changed":
      applyHandover(change, event, agent);
      break;
  }
}

/** A consent only adds, and takes back the refusal of the party that gives it. */
function applyConsent(change: Change, event: EventOf<"consent-given">, agent: AgentState): void {
  const before = toPartyWords(agent);
  const consents = toConsentBits(event.consents);
  const given = toAdded(event, before.consents, consents);
  change.set(agent, "consents", consents);
  change.set(agent, "refusals", before.refusals & ~consents);
  setWords(change, agent, given);
  appendFiling(change, event, { consents, before, ...toAgreedHashes(agent) });
}

/** A refusal only adds, and takes back the consent of the party that refuses. */
function applyRefusal(change: Change, event: EventOf<"consent-refused">, agent: AgentState): void {
  const before = toPartyWords(agent);
  const refusals = toRefusalBits(event.refusals);
  const refused = toAdded(event, before.refusals, refusals);
  change.set(agent, "refusals", refusals);
  change.set(agent, "consents", before.consents & ~refusals);
  setWords(change, agent, refused);
  appendFiling(change, event, { refusals, before });
}

/** Only a wallet that has not agreed is released, and only once. */
function applyRelease(change: Change, event: EventOf<"wallet-released">, agent: AgentState): void {
  expectSame(event, agent.agent_wallet, toChecksumAddress(event.agentWallet));
  expectSame(event, agent.wallet_released, 0);
  expectSame(event, agent.consents & WALLET, 0);
  const before = toPartyWords(agent);
  change.set(agent, "wallet_released", 1);
  setWords(change, agent, WALLET);
  appendFiling(change, event, { agentWallet: event.agentWallet, before });
}

/** Whoever takes over agrees by doing so; what the old Haftungsperson said no longer counts. */
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
  appendFiling(change, event, { oldHaftungsperson, newHaftungsperson, before, ...toAgreedHashes(agent) });
}

function applyProposal(change: Change, event: EventOf<"haftungsperson-proposed">, agent: AgentState): void {
  const { oldProposal, newProposal } = event;
  expectSame(event, toProposal(agent.pending_haftungsperson), oldProposal);
  change.set(agent, "pending_haftungsperson", fromProposal(newProposal));
  appendFiling(change, event, { oldProposal, newProposal });
}

/** The bits that are new. The contract takes none back by such an event, and emits none that adds nothing. */
function toAdded(event: PartyEvent, before: number, after: number): number {
  const added = after & ~before;
  expectSame(event, after, before | added);
  if (added === 0) throw toInconsistent(event);
  return added;
}

function toAgreedHashes(agent: AgentState): AgreedHashes {
  return { constitutionHash: agent.constitution_hash, capabilityHash: agent.capability_hash };
}
