import { isSame } from "./bytes.ts";
import { type RlpItem, readBytes, readItem, readItems } from "./rlp.ts";
import { proofFault, readOrRefuse } from "./untrusted-proof.ts";

export type Keccak256 = (bytes: Uint8Array) => Uint8Array;

type TrieProof = {
  root: Uint8Array;
  /** Where in the trie: the hash of an address or of a storage slot's number. */
  key: Uint8Array;
  /** The nodes from the root to the place, as `eth_getProof` gives them. */
  proof: readonly Uint8Array[];
  keccak256: Keccak256;
};

const KEY_NIBBLES = 64;
const BRANCH_ITEMS = 17;
const PATH_ITEMS = 2;
/** The bits of a path's first half-byte. */
const LEAF = 2;
const ODD = 1;

/**
 * What the trie with this root holds under the key; `null` if it holds nothing there, which the nodes prove as well.
 * Each node must have the hash by which the one before it names it, and no node may be left over.
 */
export function readTrieProof(input: TrieProof): Uint8Array | null {
  return readOrRefuse(() => walk(input));
}

function walk({ root, key, proof, keccak256 }: TrieProof): Uint8Array | null {
  let used = 0;
  const end = (value: Uint8Array | null) => {
    if (used !== proof.length) throw proofFault("nodes left over");
    return value;
  };
  const openNode = (hash: Uint8Array): Node => {
    const bytes = proof[used];
    if (bytes === undefined) throw proofFault("ends early");
    if (!isSame(keccak256(bytes), hash)) throw proofFault(`node ${used} has another hash`);
    used += 1;
    return { bytes, ...readWhole(bytes) };
  };

  const isEmptyTrie = isSame(root, keccak256(EMPTY_NODE));
  // Some nodes prove an empty trie by an empty list, others by the one empty trie node.
  if (isEmptyTrie && proof.length === 0) return null;
  let node = openNode(root);
  if (isEmptyTrie) return end(null);

  for (let depth = 0; ; ) {
    if (!node.isList) throw proofFault("a value in the place of a node");
    const parts = readItems(node.bytes, node.from, node.to);
    let next: RlpItem | undefined;
    if (parts.length === BRANCH_ITEMS) {
      if (depth === KEY_NIBBLES) throw proofFault("a path longer than the key");
      next = parts[nibbleAt(key, depth)];
      depth += 1;
    } else if (parts.length === PATH_ITEMS) {
      const { isLeaf, length, isOnTheWay } = readPath(node.bytes, parts[0], { key, depth });
      depth += length;
      if (isLeaf) return end(isOnTheWay && depth === KEY_NIBBLES ? readBytes(node.bytes, parts[1]) : null);
      if (!isOnTheWay) return end(null);
      next = parts[1];
    } else {
      throw proofFault("a node of neither two nor seventeen items");
    }
    // Stryker disable next-line ConditionalExpression,StringLiteral: Only the compiler reads it: a branch has a place for each digit, and a path has two items.
    if (next === undefined) throw proofFault("ends early");
    const following = follow(node.bytes, next);
    if (following === undefined) return end(null);
    node = following instanceof Uint8Array ? openNode(following) : following;
  }
}

type Node = { bytes: Uint8Array } & RlpItem;

const EMPTY_NODE = new Uint8Array([0x80]);

function readWhole(bytes: Uint8Array): RlpItem {
  const item = readItem(bytes, 0, bytes.length);
  if (item.to !== bytes.length) throw proofFault("bytes behind a node");
  return item;
}

/** The hash of the next node, that node itself if it is so short that it stands in this one, or nothing. */
function follow(bytes: Uint8Array, item: RlpItem): Uint8Array | Node | undefined {
  if (item.isList) return { bytes, ...item };
  if (item.from === item.to) return undefined;
  if (item.to - item.from !== 32) throw proofFault("a reference that is no hash");
  return bytes.subarray(item.from, item.to);
}

/** A leaf or an extension: how far its path goes, and whether the key goes the same way. */
function readPath(
  bytes: Uint8Array,
  item: RlpItem | undefined,
  { key, depth }: { key: Uint8Array; depth: number },
): { isLeaf: boolean; length: number; isOnTheWay: boolean } {
  const path = readBytes(bytes, item);
  const flags = (path[0] ?? 0xff) >> 4;
  if (flags > (LEAF | ODD)) throw proofFault("a path of no known kind");
  const isLeaf = (flags & LEAF) !== 0;
  const first = (flags & ODD) === 0 ? 2 : 1;
  if (first === 2 && path[0] !== flags << 4) throw proofFault("a path that is not filled up with zero");
  const length = path.length * 2 - first;
  if (length === 0 && !isLeaf) throw proofFault("an extension of no length");
  if (depth + length > KEY_NIBBLES) throw proofFault("a path longer than the key");
  let isOnTheWay = true;
  for (let i = 0; isOnTheWay && i < length; i += 1)
    isOnTheWay = nibbleAt(path, first + i) === nibbleAt(key, depth + i);
  return { isLeaf, length, isOnTheWay };
}

/** A half-byte, the higher one of each byte first. */
function nibbleAt(bytes: Uint8Array, index: number): number {
  const byte = bytes[index >> 1] ?? 0;
  return index % 2 === 0 ? byte >> 4 : byte & 15;
}
