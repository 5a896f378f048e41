import { encodeAbiParameters, hexToBigInt, hexToBytes, keccak256, numberToHex } from "viem";
import { parseHash } from "./hex.ts";
import { inParallel } from "./in-parallel.ts";

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

const AT_ONCE = 8;

/** The same words as `RecordReader.sol` gives, slot by slot: a dozen requests for each agent. */
export async function readRecordSlots(options: {
  agentIds: number[];
  getSlot: (slot: string) => Promise<unknown>;
}): Promise<Buffer> {
  const { agentIds } = options;
  const getWord = async (slot: bigint) =>
    hexToBigInt(parseHash(await options.getSlot(numberToHex(slot, { size: 32 })), "a slot") as `0x${string}`);
  const getWords = (slots: bigint[]) => inParallel({ items: slots, limit: AT_ONCE, run: getWord });

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
