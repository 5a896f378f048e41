import { ASSURANCE_LEVELS, checksumAddress, PERSON_KINDS } from "@agent-registry/protocol";
import type { PersonEventBody, RegistryEvent } from "../../chain/decode-event.ts";
import { toConsentBits } from "../parties.ts";
import { toStoredText } from "../stored-values.ts";
import {
  applyConsent,
  applyHandover,
  applyNaming,
  applyRefusal,
  applyRelease,
  applyReplacement,
} from "./apply-party-event.ts";
import {
  type AgentState,
  appendFiling,
  type Change,
  type EventOf,
  expectSame,
  InconsistentLogs,
  stated,
  toInconsistent,
} from "./change.ts";

const ACTIVE = 0;
const STATUS_COUNT = 4;

/**
 * Applies one event. If the event states the old value, it is compared with the index: so a log that a node
 * left out is noticed at the latest with the agent's next change.
 */
export function applyEvent(change: Change, event: RegistryEvent): void {
  if (event.kind === "registered") {
    applyRegistered(change, event);
    return;
  }
  if ("notary" in event) {
    applyPersonEvent(change, event);
    return;
  }
  const agent = change.get(event.agentId);
  switch (event.kind) {
    case "attested":
      expectSame(event, agent.last_attestation, event.previousAttestation);
      expectSame(event, agent.status, ACTIVE);
      change.counters.countAttestation(agent.last_attestation, -1);
      change.counters.countAttestation(event.timestamp, 1);
      change.set(agent, "last_attestation", event.timestamp);
      appendFiling(change, event, stated(event));
      break;
    case "revenue-reported":
      applyRevenue(change, event, agent);
      break;
    case "capabilities-updated":
    case "constitution-updated": {
      const column = event.kind === "capabilities-updated" ? "capability_hash" : "constitution_hash";
      expectSame(event, agent.status, ACTIVE);
      expectSame(event, agent[column], event.oldHash);
      change.set(agent, column, event.newHash);
      appendFiling(change, event, stated(event));
      break;
    }
    case "status-changed":
      applyStatus(change, event, agent);
      break;
    case "consent-given":
      applyConsent(change, event, agent);
      break;
    case "consent-refused":
      applyRefusal(change, event, agent);
      break;
    case "wallet-released":
      applyRelease(change, event, agent);
      break;
    case "haftungsperson-changed":
      applyHandover(change, event, agent);
      break;
    case "wallet-changed":
      applyReplacement(change, event, agent);
      break;
    case "haftungsperson-proposed":
      applyNaming(change, event, agent, "pending_haftungsperson");
      break;
    case "wallet-proposed":
      applyNaming(change, event, agent, "pending_wallet");
      break;
    case "attester-changed":
      applyNaming(change, event, agent, "attester");
      break;
    default:
      event satisfies never;
  }
}

function applyRegistered(change: Change, event: EventOf<"registered">): void {
  expectSame(event, event.agentId, change.lastAgentId + 1);
  let childPosition = 0;
  if (event.parentAgentId !== 0) {
    const parent = change.get(event.parentAgentId);
    childPosition = parent.child_count;
    change.set(parent, "child_count", childPosition + 1);
  }
  change.lastAgentId = event.agentId;
  change.add({
    agent_id: event.agentId,
    creator: checksumAddress(event.actor),
    haftungsperson: checksumAddress(event.haftungsperson),
    agent_wallet: checksumAddress(event.agentWallet),
    constitution_hash: event.constitutionHash,
    capability_hash: event.capabilityHash,
    operational_scope: toStoredText(event.operationalScope),
    scope_hash: event.scopeHash,
    parent_agent_id: event.parentAgentId,
    child_position: childPosition,
    generation: event.generation,
    self_modifying: event.selfModifying ? 1 : 0,
    registered_at: event.timestamp,
    last_attestation: event.timestamp,
    last_revenue_report: 0,
    status: ACTIVE,
    consents: toConsentBits(event.consents),
    refusals: 0,
    wallet_released: 0,
    suspended_by_refusal: 0,
    pending_haftungsperson: null,
    pending_wallet: null,
    attester: null,
    // Those who agree by registering have their word in the agent's first filing.
    wallet_word: 0,
    haftungsperson_word: 0,
    parent_word: 0,
    child_count: 0,
    filing_count: 0,
    report_count: 0,
  });
  change.counters.countStatus(ACTIVE, 1);
  change.counters.countGeneration(event.generation, 1);
  change.counters.countAttestation(event.timestamp, 1);
  const { haftungsperson, agentWallet, parentAgentId, constitutionHash, capabilityHash } = event;
  const data = { haftungsperson, agentWallet, parentAgentId, constitutionHash, capabilityHash };
  appendFiling(change, event, data);
}

function applyRevenue(change: Change, event: EventOf<"revenue-reported">, agent: AgentState): void {
  expectSame(event, agent.status, ACTIVE);
  const { creator, haftungsperson } = agent;
  change.counters.countRevenue({ ...event, creator, haftungsperson }, 1);
  const before = agent.last_revenue_report;
  change.set(agent, "last_revenue_report", event.timestamp);
  appendFiling(change, event, { ...stated(event), before });
}

function applyStatus(change: Change, event: EventOf<"status-changed">, agent: AgentState): void {
  const { oldStatus, newStatus } = event;
  expectSame(event, agent.status, oldStatus);
  if (newStatus >= STATUS_COUNT) throw new InconsistentLogs(`The contract has no status ${newStatus}`);
  change.counters.countStatus(oldStatus, -1);
  change.counters.countStatus(newStatus, 1);
  if (oldStatus === ACTIVE) change.counters.countAttestation(agent.last_attestation, -1);
  if (newStatus === ACTIVE) change.counters.countAttestation(agent.last_attestation, 1);
  change.set(agent, "status", newStatus);
  // Only a regulator makes an agent active again.
  const endsRefusal = newStatus === ACTIVE && agent.suspended_by_refusal === 1;
  if (endsRefusal) change.set(agent, "suspended_by_refusal", 0);
  appendFiling(change, event, { ...stated(event), ...(endsRefusal && { endsRefusal }) });
}

/**
 * What was certified about a person, or who may certify. The index keeps nothing but the filing: what stands follows from the
 * last filings of person and notary, of which there are few.
 */
function applyPersonEvent(change: Change, event: EventOf<PersonEventBody["kind"]>): void {
  if (event.kind === "person-certified") {
    const isKnown =
      PERSON_KINDS[event.personKind - 1] !== undefined && ASSURANCE_LEVELS[event.level - 1] !== undefined;
    if (!isKnown) throw toInconsistent(event);
  }
  appendFiling(change, event, stated(event));
}
