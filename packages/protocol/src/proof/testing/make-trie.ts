import { keccak_256 } from "@noble/hashes/sha3";
import { bytesToHex, type Hex, hexToBytes, toRlp } from "viem";

export type Rlp = Hex | readonly Rlp[];
/** The way to a place in a trie, a hexadecimal digit for each step. */
export type Path = string;

export const encode = (node: Rlp) => hexToBytes(toRlp(node as Hex));

export const leaf = (path: Path, value: Hex): Rlp => [toPath(path, 2), value];
export const extension = (path: Path, next: Rlp): Rlp => [toPath(path, 0), toReference(next)];
export const branch = (children: Record<number, Rlp>): Rlp => [
  ...Array.from({ length: 16 }, (_, i) => (children[i] === undefined ? "0x" : toReference(children[i]))),
  "0x",
];

function toPath(path: Path, kind: 0 | 2): Hex {
  return path.length % 2 === 0 ? `0x${kind}0${path}` : `0x${kind + 1}${path}`;
}

/** Short nodes stand in their parents, others are named by their hash. */
function toReference(node: Rlp): Rlp {
  const bytes = encode(node);
  return bytes.length < 32 ? node : bytesToHex(keccak_256(bytes));
}
