// Random histories of a register, event by event, and what the index must hold after each: worked out here in the
import { getAddress, numberToHex, zeroAddress } from "viem";
import type { EventBody, RegistryEvent } from "../chain/decode-event.ts";
import type { AgentRow } from "../index/schema.ts";
import type { createRandom } from "./random-chain.ts";

// plainest way, agent by agent, to compare the real writer with.

type Random = ReturnType<typeof createRandom>;
type Report = { agentId: number; timestamp: number; amount: number; currency: string; category: string };

const [WALLET, HAFTUNGSPERSON, PARENT] = [1, 2, 4];
const address = (number: number) => numberToHex(number, { size: 20 });
const hash = (number: number) => numberToHex(number, { size: 32 });
const toBits = (bits: number) => ({
  wallet: (bits & WALLET) !== 0,
  haftungsperson: (bits & HAFTUNGSPERSON) !== 0,
  parent: (bits & PARENT) !== 0,
});

/** Who is certified: three of the four who answer for agents. */
export const HISTORY_PERSONS: readonly string[] = [1, 2, 3].map((number) => address(0xb000 + number));

/** Retired wallets with the agents that had them. */
export type HistoryState = {
  agents: AgentRow[];
  reports: Report[];
  filings: number;
  retired: Map<string, number>;
  /** By person and notary: level, and whether it is accepted. */
  certificates: Map<string, { level: number; isAccepted: boolean }>;
  notaries: Set<string>;
};

export function createRandomHistory(random: Random) {
  const agents: AgentRow[] = [];
  const reports: Report[] = [];
  let filings = 0;
  let wallets = 0;
  const retired = new Map<string, number>();
  const certificates: HistoryState["certificates"] = new Map();
  const notaries = new Set<string>();
  const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;

  /** A wallet that may be registered: a new one, or one that was released. */
  function findWallet(): string {
    const isBound = (wallet: string) =>
      agents.some((agent) => agent.agent_wallet === wallet && agent.wallet_released === 0);
    const freed = agents
      .filter((agent) => agent.wallet_released === 1)
      .map((agent) => agent.agent_wallet)
      .filter((wallet) => !isBound(wallet) && !retired.has(wallet));
    return freed.length > 0 && random(2) === 0 ? pick(freed).toLowerCase() : createWallet();
  }

  function createWallet(): string {
    wallets += 1;
    return address(0xa000 + wallets);
  }

  function register(actor: string, timestamp: number): EventBody {
    const parent = agents.length > 0 && random(2) === 0 ? pick(agents) : undefined;
    const consents = random(8);
    const event = {
      kind: "registered",
      agentWallet: findWallet(),
      haftungsperson: address(0xb000 + random(4)),
      constitutionHash: hash(random(9)),
      capabilityHash: hash(random(9)),
      operationalScope: `scope ${random(9)}${random(3) === 0 ? "\0" : ""}`,
      scopeHash: random(3) === 0 ? hash(7) : null,
      parentAgentId: parent?.agent_id ?? 0,
      generation: (parent?.generation ?? -1) + 1,
      selfModifying: random(2) === 0,
      consents: toBits(consents),
    } as const;
    agents.push({
      agent_id: agents.length + 1,
      creator: getAddress(actor),
      haftungsperson: getAddress(event.haftungsperson),
      agent_wallet: getAddress(event.agentWallet),
      constitution_hash: event.constitutionHash,
      capability_hash: event.capabilityHash,
      operational_scope: event.operationalScope.replace("\0", "\u001b0"),
      scope_hash: event.scopeHash,
      parent_agent_id: event.parentAgentId,
      child_position: parent?.child_count ?? 0,
      generation: event.generation,
      self_modifying: Number(event.selfModifying),
      registered_at: timestamp,
      last_attestation: timestamp,
      last_revenue_report: 0,
      status: 0,
      consents,
      refusals: 0,
      wallet_released: 0,
      suspended_by_refusal: 0,
      pending_haftungsperson: null,
      pending_wallet: null,
      attester: null,
      wallet_word: 0,
      haftungsperson_word: 0,
      parent_word: 0,
      child_count: 0,
      filing_count: 0,
      report_count: 0,
    });
    if (parent !== undefined) parent.child_count += 1;
    return event;
  }

  function speak(agent: AgentRow, parties: number): void {
    if ((parties & WALLET) !== 0) agent.wallet_word = agent.filing_count;
    if ((parties & HAFTUNGSPERSON) !== 0) agent.haftungsperson_word = agent.filing_count;
    if ((parties & PARENT) !== 0) agent.parent_word = agent.filing_count;
  }

  /** What may happen to the agent now, and its effect; undefined if this cannot. */
  const happenings: ((agent: AgentRow, timestamp: number) => EventBody | undefined)[] = [
    (agent, timestamp) => {
      if (agent.status !== 0) return undefined;
      const previousAttestation = agent.last_attestation;
      agent.last_attestation = timestamp;
      return { kind: "attested", previousAttestation };
    },
    (agent, timestamp) => {
      if (agent.status !== 0) return undefined;
      const amount = pick([0, random(1_000), Number.MAX_SAFE_INTEGER]);
      const [currency, category] = [pick(["USDC", "EUR", "E\0"]), pick(["research", "data"])];
      agent.last_revenue_report = timestamp;
      agent.report_count += 1;
      reports.push({ agentId: agent.agent_id, timestamp, amount, currency, category });
      return { kind: "revenue-reported", amount, currency, category, periodStart: 1, periodEnd: 2 };
    },
    (agent) => {
      if (agent.status !== 0) return undefined;
      const column = pick(["capability_hash", "constitution_hash"] as const);
      const [oldHash, newHash] = [agent[column], hash(random(9))];
      agent[column] = newHash;
      const kind = column === "capability_hash" ? "capabilities-updated" : "constitution-updated";
      return { kind, oldHash, newHash };
    },
    (agent) => {
      const [oldStatus, newStatus] = [agent.status, random(4)];
      agent.status = newStatus;
      if (newStatus === 0) agent.suspended_by_refusal = 0;
      return { kind: "status-changed", oldStatus, newStatus, reason: pick(["", "a \0 reason"]) };
    },
    (agent) => {
      // Also by those who have agreed before.
      const given = random(8) & (agent.wallet_released === 1 ? ~WALLET : 7);
      if (given === 0) return undefined;
      agent.consents |= given;
      agent.refusals &= ~agent.consents;
      speak(agent, given);
      return { kind: "consent-given", consents: toBits(agent.consents), places: given << 1 };
    },
    (agent) => {
      // A Haftungsperson may suspend an agent once more by the refusal that stands.
      const suspends = agent.suspended_by_refusal === 0 && random(2) === 0;
      const added = random(8) & ~agent.refusals & (HAFTUNGSPERSON | PARENT);
      const refused = added | (suspends ? HAFTUNGSPERSON : 0);
      if (refused === 0) return undefined;
      agent.refusals |= refused;
      agent.consents &= ~agent.refusals;
      if (suspends) agent.suspended_by_refusal = 1;
      speak(agent, refused);
      const { haftungsperson, parent } = toBits(agent.refusals);
      return { kind: "consent-refused", refusals: { haftungsperson, parent }, suspends };
    },
    (agent) => {
      if (agent.wallet_released === 1 || (agent.consents & WALLET) !== 0) return undefined;
      agent.wallet_released = 1;
      speak(agent, WALLET);
      return { kind: "wallet-released", agentWallet: agent.agent_wallet.toLowerCase() };
    },
    (agent) => {
      const oldProposal = agent.pending_haftungsperson?.toLowerCase() ?? zeroAddress;
      const newProposal = random(4) === 0 ? zeroAddress : address(0xb000 + random(4));
      agent.pending_haftungsperson = newProposal === zeroAddress ? null : getAddress(newProposal);
      return { kind: "haftungsperson-proposed", oldProposal, newProposal };
    },
    (agent) => {
      if (agent.pending_haftungsperson === null) return undefined;
      const [oldOne, newOne] = [agent.haftungsperson, agent.pending_haftungsperson];
      agent.haftungsperson = newOne;
      agent.pending_haftungsperson = null;
      agent.consents |= HAFTUNGSPERSON;
      agent.refusals &= ~HAFTUNGSPERSON;
      speak(agent, HAFTUNGSPERSON);
      const [oldHaftungsperson, newHaftungsperson] = [oldOne.toLowerCase(), newOne.toLowerCase()];
      return { kind: "haftungsperson-changed", oldHaftungsperson, newHaftungsperson };
    },
    (agent) => {
      const oldProposal = agent.pending_wallet?.toLowerCase() ?? zeroAddress;
      const newProposal = random(4) === 0 ? zeroAddress : createWallet();
      agent.pending_wallet = newProposal === zeroAddress ? null : getAddress(newProposal);
      return { kind: "wallet-proposed", oldProposal, newProposal };
    },
    (agent) => {
      if (agent.pending_wallet === null || agent.wallet_released === 1) return undefined;
      const [oldOne, newOne] = [agent.agent_wallet, agent.pending_wallet];
      retired.set(oldOne, agent.agent_id);
      agent.agent_wallet = newOne;
      agent.pending_wallet = null;
      agent.consents |= WALLET;
      speak(agent, WALLET);
      return { kind: "wallet-changed", oldWallet: oldOne.toLowerCase(), newWallet: newOne.toLowerCase() };
    },
    (agent) => {
      const oldAttester = agent.attester?.toLowerCase() ?? zeroAddress;
      const newAttester = random(3) === 0 ? zeroAddress : address(0xd000 + random(4));
      agent.attester = newAttester === zeroAddress ? null : getAddress(newAttester);
      return { kind: "attester-changed", oldAttester, newAttester };
    },
  ];

  /** Undefined if there is nothing to accept or to end. */
  function certify(): EventBody | undefined {
    const [person, notary] = [pick(HISTORY_PERSONS), address(0xf000 + random(2))];
    const key = `${person} ${notary}`;
    const standing = certificates.get(key);
    switch (random(4)) {
      case 0: {
        const isRemoved = notaries.delete(notary);
        if (!isRemoved) notaries.add(notary);
        return { kind: isRemoved ? "notary-removed" : "notary-added", notary };
      }
      case 1: {
        const level = 1 + random(3);
        certificates.set(key, { level, isAccepted: false });
        const terms = { personKind: 1 + random(2), level, until: 9_000_000_000, ref: hash(random(9)) };
        return { kind: "person-certified", person, notary, ...terms };
      }
      case 2:
        if (standing === undefined || standing.isAccepted) return undefined;
        standing.isAccepted = true;
        return { kind: "certificate-accepted", person, notary };
      default:
        return certificates.delete(key) ? { kind: "certificate-ended", person, notary } : undefined;
    }
  }

  return {
    /** What the index must hold now. */
    read: (): HistoryState => structuredClone({ agents, reports, filings, retired, certificates, notaries }),

    next(place: Pick<RegistryEvent, "blockNumber" | "blockHash" | "timestamp" | "logIndex">): RegistryEvent {
      const { timestamp } = place;
      const actor = address(0xc000 + random(3));
      let agentId = agents.length + 1;
      let body: EventBody | undefined;
      if (agents.length === 0 || random(8) === 0) body = register(actor, timestamp);
      else if (random(4) === 0) {
        agentId = 0;
        body = certify();
      }
      while (body === undefined) {
        const agent = pick(agents);
        agentId = agent.agent_id;
        body = pick(happenings)(agent, timestamp);
      }
      const changed = agents[agentId - 1];
      if (changed !== undefined) changed.filing_count += 1;
      filings += 1;
      return { agentId, actor, transactionHash: hash(filings), ...place, ...body } as RegistryEvent;
    },
  };
}
