import { registryAbi } from "@agent-registry/protocol";
import { keccak256, toEventSelector } from "viem";
import type { ChainLog } from "./node-answers.ts";
import { RpcError } from "./rpc-error.ts";

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

type Events = typeof AGENT_EVENTS & typeof PERSON_EVENTS;
type BodyOf<K extends keyof Events> = { kind: K } & EventFields<K>;

/** What an event of this kind states besides agent, actor and time. */
export type EventFields<K extends keyof Events> = Omit<
  ReturnType<Events[K][1]>,
  "timestamp" | "agentId" | "actor"
>;
export type EventBody = { [K in keyof Events]: BodyOf<K> }[keyof Events];
/** What is certified about persons, and who may certify. */
export type PersonEventBody = { [K in keyof typeof PERSON_EVENTS]: BodyOf<K> }[keyof typeof PERSON_EVENTS];

/** Agent and actor are the first two topics unless the decoder gives them. */
type Decoded = { timestamp: number; agentId?: number; actor?: string };
type Decoder = (words: AbiWords, topics: readonly string[]) => Decoded;
type EventName = Extract<(typeof registryAbi)[number], { type: "event" }>["name"];
type EventTable = Record<string, readonly [EventName, Decoder]>;

/** Filings about persons and notaries are kept under this number, which no agent has. */
export const NO_AGENT = 0;

/** By the kinds of their filings. Word positions follow the events' unindexed parameters in the contract's interfaces. */
const AGENT_EVENTS = {
  registered: [
    "AgentRegistered",
    (words, topics) => ({
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
  ],
  attested: [
    "ComplianceAttested",
    (words) => ({ previousAttestation: words.number(0), timestamp: words.number(1) }),
  ],
  "revenue-reported": [
    "RevenueReported",
    (words) => ({
      amount: words.number(0),
      currency: words.text(1),
      category: words.text(2),
      periodStart: words.number(3),
      periodEnd: words.number(4),
      timestamp: words.number(5),
    }),
  ],
  "capabilities-updated": ["CapabilitiesUpdated", hashChange],
  "constitution-updated": ["ConstitutionUpdated", hashChange],
  "status-changed": [
    "AgentStatusChanged",
    (words) => ({
      oldStatus: words.number(0),
      newStatus: words.number(1),
      reason: words.text(2),
      timestamp: words.number(3),
    }),
  ],
  /** All consents that stand after it, and as what the actor agreed, by the contract's flags. */
  "consent-given": [
    "ConsentGiven",
    (words) => ({
      consents: { wallet: words.boolean(0), haftungsperson: words.boolean(1), parent: words.boolean(2) },
      places: words.number(3),
      timestamp: words.number(4),
    }),
  ],
  /** All refusals that stand after it. */
  "consent-refused": [
    "ConsentRefused",
    (words) => ({
      refusals: { haftungsperson: words.boolean(0), parent: words.boolean(1) },
      suspends: words.boolean(2),
      timestamp: words.number(3),
    }),
  ],
  "wallet-released": [
    "WalletReleased",
    (words, topics) => ({ agentWallet: topicAddress(topics, 3), timestamp: words.number(0) }),
  ],
  "haftungsperson-proposed": ["HaftungspersonProposed", proposal],
  "haftungsperson-changed": [
    "HaftungspersonChanged",
    (words) => ({
      oldHaftungsperson: words.address(0),
      newHaftungsperson: words.address(1),
      timestamp: words.number(2),
    }),
  ],
  "wallet-proposed": ["WalletProposed", proposal],
  "wallet-changed": [
    "WalletChanged",
    (words) => ({ oldWallet: words.address(0), newWallet: words.address(1), timestamp: words.number(2) }),
  ],
  /** The zero address stands for no attester. */
  "attester-changed": [
    "AttesterChanged",
    (words) => ({ oldAttester: words.address(0), newAttester: words.address(1), timestamp: words.number(2) }),
  ],
} as const satisfies EventTable;

/** Of events about persons and notaries, which name addresses where the others name an agent. */
const PERSON_EVENTS = {
  "person-certified": [
    "PersonCertified",
    (words, topics) => ({
      ...certificateOf(topics, 2),
      personKind: words.number(0),
      level: words.number(1),
      until: words.number(2),
      ref: words.hash(3),
      timestamp: words.number(4),
    }),
  ],
  "certificate-accepted": [
    "CertificateAccepted",
    (words, topics) => ({ ...certificateOf(topics, 1), timestamp: words.number(0) }),
  ],
  "certificate-ended": [
    "CertificateEnded",
    (words, topics) => ({ ...certificateOf(topics, 3), timestamp: words.number(0) }),
  ],
  "notary-added": ["NotaryAdded", accreditation],
  "notary-removed": ["NotaryRemoved", accreditation],
} as const satisfies EventTable;

type Known = { kind: string; decode: Decoder };

/** By first topic. Null for events about roles: no answer of the API shows them. */
const BY_TOPIC = new Map<string, Known | null>(
  registryAbi.filter((item) => item.type === "event").map((item) => [toEventSelector(item), null]),
);

/** Returns the first topics of these events. */
function know(events: EventTable): string[] {
  return Object.entries(events).map(([kind, [name, decode]]) => {
    const item = registryAbi.find((each) => each.type === "event" && each.name === name);
    const topic = toEventSelector(item as Extract<(typeof registryAbi)[number], { type: "event" }>);
    BY_TOPIC.set(topic, { kind, decode });
    return topic;
  });
}

/** The first topics of the events about persons and notaries, and of all that the index is made of. */
export const PERSON_TOPICS = know(PERSON_EVENTS);
export const INDEXED_TOPICS = [...know(AGENT_EVENTS), ...PERSON_TOPICS];

/** The event in a log; null if the index has no use for it. */
export function decodeEvent(log: ChainLog): RegistryEvent | null {
  const known = BY_TOPIC.get(log.topics[0] ?? "");
  if (known === undefined) {
    throw new RpcError(
      "untrue",
      `Block ${log.blockNumber} has an event that the Registry contract does not know`,
    );
  }
  if (known === null) return null;
  const decoded = known.decode(readWords(log.data), log.topics);
  return {
    kind: known.kind,
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

function certificateOf(topics: readonly string[], actorPlace: number) {
  return {
    person: topicAddress(topics, 1),
    notary: topicAddress(topics, 2),
    agentId: NO_AGENT,
    actor: topicAddress(topics, actorPlace),
  };
}

function accreditation(words: AbiWords, topics: readonly string[]) {
  return {
    notary: topicAddress(topics, 1),
    agentId: NO_AGENT,
    actor: topicAddress(topics, 2),
    timestamp: words.number(0),
  };
}

function hashChange(words: AbiWords) {
  return { oldHash: words.hash(0), newHash: words.hash(1), timestamp: words.number(2) };
}

/** The zero address stands for no proposal. */
function proposal(words: AbiWords) {
  return { oldProposal: words.address(0), newProposal: words.address(1), timestamp: words.number(2) };
}

function topicAddress(topics: readonly string[], index: number): string {
  return toAddress(topicDigits(topics, index));
}

function topicDigits(topics: readonly string[], index: number): string {
  const topic = topics[index];
  if (topic === undefined || topic.length !== 66) {
    throw new RpcError("untrue", "The node gave an event without its topics");
  }
  return topic.slice(2);
}

/** Leaves 14 digits: above that a number might not be exact. The largest that can occur is 2^53 - 1. */
const LEADING_ZEROS = "0".repeat(64 - 14);
const utf8 = new TextDecoder();

type AbiWords = ReturnType<typeof readWords>;

/**
 * Reads ABI-encoded event data straight from its hex text. Written by hand because this is the hot
 * path of a back-fill: the general decoder takes several times as long for the same checks.
 */
function readWords(data: string) {
  /** The 64 hex digits of the word at this position. */
  function word(index: number): string {
    const start = 2 + index * 64;
    const digits = data.slice(start, start + 64);
    if (digits.length !== 64) throw new RpcError("untrue", "The node gave event data that is cut short");
    return digits;
  }

  function bytes(index: number): Buffer {
    const offset = toNumber(word(index));
    const length = toNumber(word(offset / 32));
    const start = 2 + offset * 2 + 64;
    const digits = data.slice(start, start + length * 2);
    if (digits.length !== length * 2) throw new RpcError("untrue", "The node gave a text that is cut short");
    return Buffer.from(digits, "hex");
  }

  return {
    number: (index: number) => toNumber(word(index)),
    boolean: (index: number) => toNumber(word(index)) !== 0,
    address: (index: number) => toAddress(word(index)),
    hash: (index: number) => `0x${word(index)}`,

    text: (index: number) => toText(bytes(index)),
    bytes,
  };
}

/** Bytes that are not UTF-8 become U+FFFD, as clients that call the contract see them. */
function toText(bytes: Uint8Array): string {
  return utf8.decode(bytes);
}

function toNumber(digits: string): number {
  const value = Number.parseInt(digits.slice(LEADING_ZEROS.length), 16);
  if (!digits.startsWith(LEADING_ZEROS) || !Number.isSafeInteger(value)) {
    throw new RpcError("untrue", "The node gave event data with a number out of range");
  }
  return value;
}

function toAddress(digits: string): string {
  return `0x${digits.slice(24)}`;
}
