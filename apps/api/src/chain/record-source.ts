import { createHash } from "node:crypto";
import { recordReaderCode } from "@agent-registry/protocol";
import { encodeAbiParameters, hexToBigInt, hexToBytes, keccak256, numberToHex } from "viem";
import { parseHash } from "./node-answers.ts";
import { RpcError } from "./rpc-error.ts";
import { inParallel, type RpcNode } from "./rpc-node.ts";

export const WORD_BYTES = 32;
const WORDS_OF_AN_AGENT = 11;
export const RECORD_BYTES = WORDS_OF_AN_AGENT * WORD_BYTES;

/** Measured: 24,400 for an agent, most of it ten slots, and 2,300 for each word of its scope. */
const AGENT_GAS = 26_000;
const SCOPE_WORD_GAS = 2_500;
/** Nodes cap a call at 50 million by default; 2^24 is the most that a transaction may have since EIP-7825. */
const CALL_GAS = 14_000_000;
/** An agent is a dozen requests if the slots are read one by one. */
const AGENTS_BY_SLOTS = 10;
const SLOTS_AT_ONCE = 8;
const RETRY_OVERRIDES_MS = 3_600_000;

/** Invalid parameters, and an unknown method: what nodes say to a third parameter that they do not know. */
const UNKNOWN_PARAMETER = /error -3260[12]$/;

const WORDS = "00";
const DIGEST = "01";

export type RecordSource = ReturnType<typeof createRecordSource>;

/**
 * The records of many agents as the contract holds them at one block. One `eth_call` runs code of ours at the
 * Registry's own address (`contracts/src/RecordReader.sol`); a node that does not take such an override is asked for
 * the slots.
 */
export function createRecordSource(options: {
  node: RpcNode;
  registryAddress: string;
  signal?: AbortSignal;
}) {
  const { node, registryAddress, signal } = options;
  let withoutOverridesUntilMs = 0;
  let share = 1;

  const hasOverrides = () => performance.now() >= withoutOverridesUntilMs;
  const atBlock = (blockHash: string) => ({ blockHash, requireCanonical: true });
  const getSlot = (slot: string, blockHash: string) =>
    node.request("eth_getStorageAt", [registryAddress, slot, atBlock(blockHash)], signal);
  const slotsOf = (agentIds: number[], blockHash: string) =>
    readRecordSlots({ agentIds, getSlot: (slot) => getSlot(slot, blockHash) });

  /** A refused call does not say why: if the node gives a slot of that block, it lacks the override. */
  async function explain(error: unknown, blockHash: string): Promise<void> {
    if (!(error instanceof RpcError) || !["refused", "untrue", "range"].includes(error.kind)) return;
    const isTooMuch = error.kind === "range" && !UNKNOWN_PARAMETER.test(error.message);
    if (isTooMuch || /gas/i.test(error.said ?? "")) {
      share = Math.max(share / 2, 1 / 64);
      return;
    }
    await slotsOf([], blockHash);
    withoutOverridesUntilMs = performance.now() + RETRY_OVERRIDES_MS;
  }

  async function call(kind: string, agentIds: number[], blockHash: string): Promise<Buffer> {
    const data = `0x${kind}${agentIds.map((id) => id.toString(16).padStart(16, "0")).join("")}`;
    const length = kind === DIGEST ? WORD_BYTES : agentIds.length * RECORD_BYTES + WORD_BYTES;
    const params = [
      { to: registryAddress, data },
      atBlock(blockHash),
      { [registryAddress]: { code: recordReaderCode } },
    ];
    try {
      const answer = await node.request("eth_call", params, signal);
      if (typeof answer !== "string" || answer.length !== 2 + 2 * length)
        throw new RpcError("untrue", "eth_call: the node gave something else than the records");
      return Buffer.from(answer.slice(2), "hex");
    } catch (error) {
      await explain(error, blockHash);
      throw error;
    }
  }

  return {
    name: node.name,

    /** How many of these agents, given the lengths of their scopes in bytes, one call can read. */
    fitting(scopeLengths: number[]): number {
      if (!hasOverrides()) return Math.min(scopeLengths.length, AGENTS_BY_SLOTS);
      let gas = 0;
      const tooMany = scopeLengths.findIndex((length) => {
        gas += AGENT_GAS + SCOPE_WORD_GAS * Math.ceil(length / WORD_BYTES);
        return gas > CALL_GAS * share;
      });
      return tooMany === -1 ? scopeLengths.length : Math.max(1, tooMany);
    },

    /** Eleven words for each agent, and `nextAgentId`. */
    readWords: (agentIds: number[], blockHash: string): Promise<Buffer> =>
      hasOverrides() ? call(WORDS, agentIds, blockHash) : slotsOf(agentIds, blockHash),

    /** The SHA-256 of these words. */
    readDigest: async (agentIds: number[], blockHash: string): Promise<Buffer> =>
      hasOverrides() ? call(DIGEST, agentIds, blockHash) : toDigest(await slotsOf(agentIds, blockHash)),

    /** Single slots in their order, each asked for once. */
    async readSlots(slots: string[], blockHash: string): Promise<bigint[]> {
      const items = [...new Set(slots)];
      const run = async (slot: string) => BigInt(parseHash(await getSlot(slot, blockHash), "a slot"));
      const words = await inParallel({ items, limit: SLOTS_AT_ONCE, run });
      return slots.map((slot) => words[items.indexOf(slot)] ?? 0n);
    },
  };
}

export function toDigest(words: Buffer): Buffer {
  return createHash("sha256").update(words).digest();
}

/** Of `contracts/src/RegistryStorage.sol`. */
const AGENTS_SLOT = 1n;
const NEXT_AGENT_ID_SLOT = 2n;
const SCOPE_WORDS_OFFSET = 5n;
/** An answer has the words of these slots of a record before and after the hash of its scope. */
const OFFSETS_BEFORE_SCOPE = [0n, 1n, 2n, 3n, 4n];
const OFFSETS_AFTER_SCOPE = [6n, 7n, 8n, 9n, 10n];
const SCOPE_LENGTH_SHIFT = 224n;
const LOW_BITS = (1n << SCOPE_LENGTH_SHIFT) - 1n;
const MAX_SCOPE_LENGTH = 1_000;

/** The same words as `RecordReader.sol` gives, slot by slot: a dozen requests for each agent. */
async function readRecordSlots(options: {
  agentIds: number[];
  getSlot: (slot: string) => Promise<unknown>;
}): Promise<Buffer> {
  const { agentIds } = options;
  const getWord = async (slot: bigint) =>
    hexToBigInt(parseHash(await options.getSlot(numberToHex(slot, { size: 32 })), "a slot") as `0x${string}`);
  const getWords = (slots: bigint[]) => inParallel({ items: slots, limit: SLOTS_AT_ONCE, run: getWord });

  async function readScopeHash(record: bigint, parties: bigint): Promise<bigint> {
    const length = Math.min(Number((parties >> SCOPE_LENGTH_SHIFT) & 0xffffn), MAX_SCOPE_LENGTH);
    const slots = Array.from({ length: Math.ceil(length / 32) }, (_, i) =>
      toMappingSlot(BigInt(i), record + SCOPE_WORDS_OFFSET),
    );
    return hexToBigInt(keccak256(toBytes(await getWords(slots)).subarray(0, length)));
  }

  async function readRecord(agentId: number): Promise<bigint[]> {
    const record = toMappingSlot(BigInt(agentId), AGENTS_SLOT);
    const toSlots = (offsets: bigint[]) => offsets.map((offset) => record + offset);
    const before = await getWords(toSlots(OFFSETS_BEFORE_SCOPE));
    const after = await getWords(toSlots(OFFSETS_AFTER_SCOPE));
    const parties = before[2] ?? 0n;
    before[2] = parties & LOW_BITS;
    return [...before, await readScopeHash(record, parties), ...after];
  }

  const words: bigint[] = [];
  for (const agentId of agentIds) words.push(...(await readRecord(agentId)));
  words.push(await getWord(NEXT_AGENT_ID_SLOT));
  return Buffer.from(toBytes(words));
}

function toMappingSlot(key: bigint, slot: bigint): bigint {
  return hexToBigInt(keccak256(encodeAbiParameters([{ type: "uint256" }, { type: "uint256" }], [key, slot])));
}

function toBytes(words: bigint[]): Uint8Array {
  const bytes = new Uint8Array(words.length * 32);
  for (const [i, word] of words.entries()) bytes.set(hexToBytes(numberToHex(word, { size: 32 })), i * 32);
  return bytes;
}
