import type { RegistryEvent } from "../../chain/registry-event.ts";
import { toConsentBits } from "../consents.ts";
import { type FilingData, type FilingKind, toKindNumber } from "../filing-data.ts";
import { toStoredText } from "../stored-text.ts";
import { toChecksumAddress } from "../to-checksum-address.ts";
import { type AgentState, type Change, InconsistentLogs } from "./change.ts";

const ACTIVE = 0;
const STATUS_COUNT = 4;

type EventOf<K extends FilingKind> = Extract<RegistryEvent, { kind: K }>;

/**
 * Applies one event. If the event tells the old value, it is compared with the index: so a log that a node
 * left out is noticed at the latest with the agent's next change.
 */
export function applyEvent(change: Change, event: RegistryEvent): void {
  if (event.kind === "registered") {
    applyRegistered(change, event);
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
      appendFiling(change, event, { previousAttestation: event.previousAttestation });
      break;
    case "revenue-reported":
      applyRevenue(change, event, agent);
      break;
    case "capabilities-updated":
      expectSame(event, agent.capability_hash, event.oldHash);
      change.set(agent, "capability_hash", event.newHash);
      appendFiling(change, event, { oldHash: event.oldHash, newHash: event.newHash });
      break;
    case "constitution-updated":
      expectSame(event, agent.constitution_hash, event.oldHash);
      change.set(agent, "constitution_hash", event.newHash);
      appendFiling(change, event, { oldHash: event.oldHash, newHash: event.newHash });
      break;
    case "status-changed":
      applyStatus(change, event, agent);
      break;
    case "consent-given": {
      const before = agent.consents;
      change.set(agent, "consents", toConsentBits(event.consents));
      // Consent is never withdrawn.
      expectSame(event, agent.consents & before, before);
      appendFiling(change, event, { consents: agent.consents, before });
      break;
    }
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
    creator: toChecksumAddress(event.actor),
    haftungsperson: toChecksumAddress(event.haftungsperson),
    agent_wallet: toChecksumAddress(event.agentWallet),
    constitution_hash: event.constitutionHash,
    capability_hash: event.capabilityHash,
    operational_scope: toStoredText(event.operationalScope),
    parent_agent_id: event.parentAgentId,
    child_position: childPosition,
    generation: event.generation,
    self_modifying: event.selfModifying ? 1 : 0,
    registered_at: event.timestamp,
    last_attestation: event.timestamp,
    last_revenue_report: 0,
    status: ACTIVE,
    consents: toConsentBits(event.consents),
    child_count: 0,
    filing_count: 0,
    report_count: 0,
  });
  change.counters.countStatus(ACTIVE, 1);
  change.counters.countGeneration(event.generation, 1);
  change.counters.countAttestation(event.timestamp, 1);
  const { haftungsperson, agentWallet, parentAgentId } = event;
  appendFiling(change, event, { haftungsperson, agentWallet, parentAgentId });
}

function applyRevenue(change: Change, event: EventOf<"revenue-reported">, agent: AgentState): void {
  change.counters.countRevenue(event, 1);
  const before = agent.last_revenue_report;
  change.set(agent, "last_revenue_report", event.timestamp);
  const { amount, currency, category, periodStart, periodEnd } = event;
  appendFiling(change, event, { amount, currency, category, periodStart, periodEnd, before });
}

function applyStatus(change: Change, event: EventOf<"status-changed">, agent: AgentState): void {
  const { oldStatus, newStatus, reason } = event;
  expectSame(event, agent.status, oldStatus);
  if (newStatus >= STATUS_COUNT) throw new InconsistentLogs(`The contract has no status ${newStatus}`);
  change.counters.countStatus(oldStatus, -1);
  change.counters.countStatus(newStatus, 1);
  if (oldStatus === ACTIVE) change.counters.countAttestation(agent.last_attestation, -1);
  if (newStatus === ACTIVE) change.counters.countAttestation(agent.last_attestation, 1);
  change.set(agent, "status", newStatus);
  appendFiling(change, event, { oldStatus, newStatus, reason });
}

function appendFiling<K extends FilingKind>(change: Change, event: EventOf<K>, data: FilingData[K]): void {
  const agent = change.get(event.agentId);
  change.lastSequence += 1;
  const isReport = event.kind === "revenue-reported";
  change.filings.push({
    sequence: change.lastSequence,
    agent_id: event.agentId,
    position: agent.filing_count,
    report_position: isReport ? agent.report_count : null,
    block_number: event.blockNumber,
    log_index: event.logIndex,
    transaction_hash: event.transactionHash,
    timestamp: event.timestamp,
    actor: event.actor,
    kind: toKindNumber(event.kind),
    data: JSON.stringify(data),
  });
  change.set(agent, "filing_count", agent.filing_count + 1);
  if (isReport) change.set(agent, "report_count", agent.report_count + 1);
}

function expectSame(event: RegistryEvent, ours: number | string, theirs: number | string): void {
  if (ours !== theirs) {
    throw new InconsistentLogs(
      `The ${event.kind} event of agent ${event.agentId} in block ${event.blockNumber} does not follow from the index`,
    );
  }
}
