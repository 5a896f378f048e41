import { registryAbi } from "@agent-registry/protocol";
import { keccak256, toEventSelector } from "viem";
import { type AbiWords, readWords, toAddress, toNumber, toText } from "./hex.ts";
import { RpcError } from "./rpc-error.ts";
import type { ChainLog } from "./validate-logs.ts";

/** An event of the Registry contract, decoded. Addresses are lower case. */
export type RegistryEvent = {
  /** 0 if it is about a person or a notary, not an agent. */
  agentId: number;
  /** Who caused it; for a registration the creator. */
  actor: string;
  timestamp: number;
  blockNumber: number;
  blockHash: string;
  logIndex: number;
  transactionHash: string;
} & EventBody;

export type EventBody =
  | {
      kind: "registered";
      agentWallet: string;
      haftungsperson: string;
      constitutionHash: string;
      capabilityHash: string;
      operationalScope: string;
      /** Only if the text does not give the chain's bytes back. */
      scopeHash: string | null;
      parentAgentId: number;
      generation: number;
      selfModifying: boolean;
      consents: { wallet: boolean; haftungsperson: boolean; parent: boolean };
    }
  | { kind: "attested"; previousAttestation: number }
  | {
      kind: "revenue-reported";
      amount: number;
      currency: string;
      category: string;
      periodStart: number;
      periodEnd: number;
    }
  | { kind: "capabilities-updated" | "constitution-updated"; oldHash: string; newHash: string }
  | { kind: "status-changed"; oldStatus: number; newStatus: number; reason: string }
  /** All consents that stand after it, and as what the actor agreed, by the contract's flags. */
  | {
      kind: "consent-given";
      consents: { wallet: boolean; haftungsperson: boolean; parent: boolean };
      places: number;
    }
  /** All refusals that stand after it. */
  | {
      kind: "consent-refused";
      refusals: { haftungsperson: boolean; parent: boolean };
      suspends: boolean;
    }
  | { kind: "wallet-released"; agentWallet: string }
  /** The zero address stands for no proposal. */
  | { kind: "haftungsperson-proposed"; oldProposal: string; newProposal: string }
  | { kind: "haftungsperson-changed"; oldHaftungsperson: string; newHaftungsperson: string }
  | { kind: "wallet-proposed"; oldProposal: string; newProposal: string }
  | { kind: "wallet-changed"; oldWallet: string; newWallet: string }
  /** The zero address stands for no attester. */
  | { kind: "attester-changed"; oldAttester: string; newAttester: string }
  | PersonEventBody;

/** What is certified about persons, and who may certify. */
export type PersonEventBody =
  | {
      kind: "person-certified";
      person: string;
      notary: string;
      personKind: number;
      level: number;
      until: number;
      ref: string;
    }
  | { kind: "certificate-accepted" | "certificate-ended"; person: string; notary: string }
  | { kind: "notary-added" | "notary-removed"; notary: string };

/** Agent and actor are the first two topics unless the decoder gives them. */
type Decoded = EventBody & { timestamp: number; agentId?: number; actor?: string };
type Decoder = (words: AbiWords, topics: readonly string[]) => Decoded;
type EventName = Extract<(typeof registryAbi)[number], { type: "event" }>["name"];

/** Filings about persons and notaries are kept under this number, which no agent has. */
export const NO_AGENT = 0;

/** The first topics of the events about persons and notaries. */
export const PERSON_TOPICS: string[] = [];

/** Word positions follow the events' unindexed parameters in IRegistry.sol. */
const DECODERS: Partial<Record<EventName, Decoder>> = {
  AgentRegistered: (words, topics) => ({
    kind: "registered",
    agentWallet: topicAddress(topics, 3),
    haftungsperson: words.address(0),
    constitutionHash: words.hash(1),
    capabilityHash: words.hash(2),
    ...scopeOf(words),
    parentAgentId: words.number(4),
    generation: words.number(5),
    selfModifying: words.boolean(6),
    consents: { wallet: words.boolean(7), haftungsperson: words.boolean(8), parent: words.boolean(9) },
    timestamp: words.number(10),
  }),
  ComplianceAttested: (words) => ({
    kind: "attested",
    previousAttestation: words.number(0),
    timestamp: words.number(1),
  }),
  RevenueReported: (words) => ({
    kind: "revenue-reported",
    amount: words.number(0),
    currency: words.text(1),
    category: words.text(2),
    periodStart: words.number(3),
    periodEnd: words.number(4),
    timestamp: words.number(5),
  }),
  CapabilitiesUpdated: (words) => ({ kind: "capabilities-updated", ...hashChange(words) }),
  ConstitutionUpdated: (words) => ({ kind: "constitution-updated", ...hashChange(words) }),
  AgentStatusChanged: (words) => ({
    kind: "status-changed",
    oldStatus: words.number(0),
    newStatus: words.number(1),
    reason: words.text(2),
    timestamp: words.number(3),
  }),
  ConsentGiven: (words) => ({
    kind: "consent-given",
    consents: { wallet: words.boolean(0), haftungsperson: words.boolean(1), parent: words.boolean(2) },
    places: words.number(3),
    timestamp: words.number(4),
  }),
  ConsentRefused: (words) => ({
    kind: "consent-refused",
    refusals: { haftungsperson: words.boolean(0), parent: words.boolean(1) },
    suspends: words.boolean(2),
    timestamp: words.number(3),
  }),
  WalletReleased: (words, topics) => ({
    kind: "wallet-released",
    agentWallet: topicAddress(topics, 3),
    timestamp: words.number(0),
  }),
  HaftungspersonProposed: (words) => ({
    kind: "haftungsperson-proposed",
    oldProposal: words.address(0),
    newProposal: words.address(1),
    timestamp: words.number(2),
  }),
  HaftungspersonChanged: (words) => ({
    kind: "haftungsperson-changed",
    oldHaftungsperson: words.address(0),
    newHaftungsperson: words.address(1),
    timestamp: words.number(2),
  }),
  WalletProposed: (words) => ({
    kind: "wallet-proposed",
    oldProposal: words.address(0),
    newProposal: words.address(1),
    timestamp: words.number(2),
  }),
  WalletChanged: (words) => ({
    kind: "wallet-changed",
    oldWallet: words.address(0),
    newWallet: words.address(1),
    timestamp: words.number(2),
  }),
  AttesterChanged: (words) => ({
    kind: "attester-changed",
    oldAttester: words.address(0),
    newAttester: words.address(1),
    timestamp: words.number(2),
  }),
};

/** Of events about persons and notaries, which name addresses where the others name an agent. */
const PERSON_DECODERS: Partial<Record<EventName, Decoder>> = {
  PersonCertified: (words, topics) => ({
    kind: "person-certified",
    ...certificateOf(topics),
    agentId: NO_AGENT,
    actor: topicAddress(topics, 2),
    personKind: words.number(0),
    level: words.number(1),
    until: words.number(2),
    ref: words.hash(3),
    timestamp: words.number(4),
  }),
  CertificateAccepted: (words, topics) => ({
    kind: "certificate-accepted",
    ...certificateOf(topics),
    agentId: NO_AGENT,
    actor: topicAddress(topics, 1),
    timestamp: words.number(0),
  }),
  CertificateEnded: (words, topics) => ({
    kind: "certificate-ended",
    ...certificateOf(topics),
    agentId: NO_AGENT,
    actor: topicAddress(topics, 3),
    timestamp: words.number(0),
  }),
  NotaryAdded: (words, topics) => ({ kind: "notary-added", ...accreditation(words, topics) }),
  NotaryRemoved: (words, topics) => ({ kind: "notary-removed", ...accreditation(words, topics) }),
};

/** By first topic. Null for events about roles: no answer of the API shows them. */
const BY_TOPIC = new Map<string, Decoder | null>();
for (const item of registryAbi) {
  if (item.type !== "event") continue;
  const decoder = DECODERS[item.name] ?? PERSON_DECODERS[item.name] ?? null;
  BY_TOPIC.set(toEventSelector(item), decoder);
  if (item.name in PERSON_DECODERS) PERSON_TOPICS.push(toEventSelector(item));
}

/** The first topics of the events that the index is made of. */
export const INDEXED_TOPICS = [...BY_TOPIC].flatMap(([topic, decoder]) => (decoder === null ? [] : [topic]));

/** The event in a log; null if the index has no use for it. */
export function decodeEvent(log: ChainLog): RegistryEvent | null {
  const decoder = BY_TOPIC.get(log.topics[0] ?? "");
  if (decoder === undefined) {
    throw new RpcError(
      "untrue",
      `Block ${log.blockNumber} has an event that the Registry contract does not know`,
    );
  }
  if (decoder === null) return null;
  const decoded = decoder(readWords(log.data), log.topics);
  return {
    ...decoded,
    agentId: decoded.agentId ?? toNumber(topicDigits(log.topics, 1)),
    actor: decoded.actor ?? topicAddress(log.topics, 2),
    blockNumber: log.blockNumber,
    blockHash: log.blockHash,
    logIndex: log.logIndex,
    transactionHash: log.transactionHash,
  } as RegistryEvent;
}

/**
 * The contract hashes the scope's bytes into the record's hash. A text that is not UTF-8, or begins with a byte
 * order mark, does not give them back, so their hash is kept beside it.
 */
function scopeOf(words: AbiWords): { operationalScope: string; scopeHash: string | null } {
  const bytes = words.bytes(3);
  const operationalScope = toText(bytes);
  const isExact = bytes.equals(Buffer.from(operationalScope));
  return { operationalScope, scopeHash: isExact ? null : keccak256(bytes) };
}

function certificateOf(topics: readonly string[]) {
  return { person: topicAddress(topics, 1), notary: topicAddress(topics, 2) };
}

function accreditation(words: AbiWords, topics: readonly string[]) {
  return {
    agentId: NO_AGENT,
    notary: topicAddress(topics, 1),
    actor: topicAddress(topics, 2),
    timestamp: words.number(0),
  };
}

function topicAddress(topics: readonly string[], index: number): string {
  return toAddress(topicDigits(topics, index));
}

function hashChange(words: AbiWords) {
  return { oldHash: words.hash(0), newHash: words.hash(1), timestamp: words.number(2) };
}

function topicDigits(topics: readonly string[], index: number): string {
  const topic = topics[index];
  if (topic === undefined || topic.length !== 66) {
    throw new RpcError("untrue", "The node gave an event without its topics");
  }
  return topic.slice(2);
}
