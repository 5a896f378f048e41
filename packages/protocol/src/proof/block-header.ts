import { isHex, numberToHex, toRlp } from "viem";
import { isSame, toBytes, toHex } from "./bytes.ts";
import { RlpError, readBytes, readList, readQuantity } from "./rlp.ts";
import type { Keccak256 } from "./trie-proof.ts";
import { readOrRefuse, UntrustedProof } from "./untrusted-proof.ts";

/** What a proof needs of a block. Only the hash makes it that block's. */
export type BlockHeader = {
  hash: `0x${string}`;
  number: number;
  timestamp: number;
  stateRoot: Uint8Array;
};

/** Where in a header these stand, on every chain of the Ethereum family. */
const STATE_ROOT = 3;
const NUMBER = 8;
const TIMESTAMP = 11;

/** Reads an encoded header, which must have this hash. */
export function readBlockHeader(
  { header, hash }: { header: `0x${string}`; hash: `0x${string}` },
  keccak256: Keccak256,
): BlockHeader {
  const bytes = toBytes(header);
  if (!isSame(keccak256(bytes), toBytes(hash)))
    throw new UntrustedProof("header-hash", "The header does not have the hash that the proof gives for it.");
  return readOrRefuse(
    () => readFields(bytes, toHex(toBytes(hash))),
    (what) => new UntrustedProof("malformed", `The header cannot be read: ${what}.`),
  );
}

function readFields(bytes: Uint8Array, hash: `0x${string}`): BlockHeader {
  const items = readList(bytes);
  const stateRoot = readBytes(bytes, items[STATE_ROOT]);
  if (stateRoot.length !== 32) throw new RlpError("a root of another length");
  return {
    hash,
    number: toSafeNumber(readQuantity(bytes, items[NUMBER])),
    timestamp: toSafeNumber(readQuantity(bytes, items[TIMESTAMP])),
    stateRoot,
  };
}

function toSafeNumber(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new RlpError("a number that is too large");
  return Number(value);
}

/** The fields of a header in the order of its encoding. Later ones came with later forks, and may be missing. */
const FIELDS = [
  ["parentHash", "bytes"],
  ["sha3Uncles", "bytes"],
  ["miner", "bytes"],
  ["stateRoot", "bytes"],
  ["transactionsRoot", "bytes"],
  ["receiptsRoot", "bytes"],
  ["logsBloom", "bytes"],
  ["difficulty", "quantity"],
  ["number", "quantity"],
  ["gasLimit", "quantity"],
  ["gasUsed", "quantity"],
  ["timestamp", "quantity"],
  ["extraData", "bytes"],
  ["mixHash", "bytes"],
  ["nonce", "bytes"],
  ["baseFeePerGas", "quantity"],
  ["withdrawalsRoot", "bytes"],
  ["blobGasUsed", "quantity"],
  ["excessBlobGas", "quantity"],
  ["parentBeaconBlockRoot", "bytes"],
  ["requestsHash", "bytes"],
  ["blockAccessListHash", "bytes"],
  ["slotNumber", "quantity"],
] as const;

/** What nodes return of a block beside its header. */
const BESIDE_THE_HEADER = ["hash", "size", "totalDifficulty", "transactions", "uncles", "withdrawals"];
const KNOWN = new Set<string>([...FIELDS.map(([name]) => name), ...BESIDE_THE_HEADER]);

/**
 * Whether a node returns fields that this code does not know: a later fork may have added them to the header.
 */
export function hasUnknownFields(block: Record<string, unknown>): boolean {
  return Object.keys(block).some((name) => !KNOWN.has(name));
}

/**
 * Encodes the header of a block as a node returns it. The caller compares its hash: it differs if a field of
 * the header is not known here.
 */
export function encodeBlockHeader(block: Record<string, unknown>): `0x${string}` {
  const values = FIELDS.flatMap(([name, kind]) => {
    const value = block[name];
    if (value === undefined || value === null) return [];
    if (!isHex(value)) throw new RlpError(`the block's ${name} is not hexadecimal`);
    return [kind === "bytes" ? value : toQuantity(value)];
  });
  return toRlp(values);
}

/** Zero is no byte at all. */
function toQuantity(value: `0x${string}`): `0x${string}` {
  const number = BigInt(value);
  // Stryker disable next-line StringLiteral: viem encodes an empty text as no bytes as well.
  return number === 0n ? "0x" : numberToHex(number);
}
