import { encodeBlockHeader, hasUnknownFields } from "@agent-registry/protocol/proof";
import { keccak256 } from "viem";
import { parseHash, parseQuantity } from "./hex.ts";
import { RpcError } from "./rpc-error.ts";

export type BlockHeader = {
  number: number;
  hash: string;
  parentHash: string;
  timestamp: number;
  logsBloom: string;
};

/** Whether hashes are recomputed from a block's fields, or taken as nodes state them. */
export type Hashes = "recomputed" | "as-told";

export type Headers = ReturnType<typeof createHeaders>;

/**
 * Reads headers as the nodes of one chain give them. A header's fields must give the hash that the node
 * states for it, so that a hash names one content alone. If a fork of the chain has added fields that this
 * code does not know, its hashes are taken as they come, until a node's newest block gives its hash again.
 */
export function createHeaders({ onChange }: { onChange?: (hashes: Hashes) => void } = {}) {
  let hashes: Hashes = "recomputed";

  return {
    hashes: () => hashes,

    parse(answer: unknown): BlockHeader {
      const raw = toBlock(answer);
      const header = parseFields(raw);
      if (hashes === "recomputed" && !givesItsHash(raw, header.hash)) {
        throw new RpcError("untrue", `The header of block ${header.number} does not give its hash`);
      }
      return header;
    },

    /** The newest block of each node that answered: only if they all have unknown fields is it the chain that changed. */
    learn(newest: unknown[]): void {
      const blocks = newest.flatMap((answer) =>
        typeof answer === "object" && answer !== null ? [answer] : [],
      );
      if (blocks.length === 0) return;
      const isStrange = (block: object) =>
        hasUnknownFields(block as Raw) && !givesItsHash(block as Raw, (block as Raw).hash);
      const found = blocks.every(isStrange) ? "as-told" : "recomputed";
      if (found === hashes) return;
      hashes = found;
      onChange?.(found);
    },
  };
}

/** A header by itself: it must give its hash unless it has fields that this code does not know. */
export function parseHeader(answer: unknown): BlockHeader {
  const headers = createHeaders();
  headers.learn([answer]);
  return headers.parse(answer);
}

type Raw = Record<string, unknown>;

function toBlock(answer: unknown): Raw {
  if (typeof answer !== "object" || answer === null) throw new RpcError("untrue", "The node gave no block");
  return answer as Raw;
}

function parseFields(raw: Raw): BlockHeader {
  return {
    number: parseQuantity(raw.number, "a block number"),
    hash: parseHash(raw.hash, "a block hash"),
    parentHash: parseHash(raw.parentHash, "a parent hash"),
    timestamp: parseQuantity(raw.timestamp, "a block's time"),
    logsBloom: typeof raw.logsBloom === "string" ? raw.logsBloom : "",
  };
}

function givesItsHash(raw: Raw, hash: unknown): boolean {
  try {
    return keccak256(encodeBlockHeader(raw)) === hash;
  } catch {
    // A field that is not hexadecimal: no header of any chain.
    return false;
  }
}
