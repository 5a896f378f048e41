import { apiErrors } from "@agent-registry/protocol";
import { type Clock, HttpError } from "@agent-registry/service";
import { type BlockHeader, parseHeader, toQuantity } from "./node-answers.ts";
import type { RpcNode } from "./rpc-node.ts";

/** The safe block only moves on, but a chain for development may begin anew. */
const KEPT_MS = 60_000;
/** How often nodes are asked for a newer one at most. */
const PAUSE_MS = 1_000;

/**
 * Whether the chain's settlement layer has taken up a block, so that no reorganisation of the chain alone takes it back. Asks
 * one node after the other if none has said so already.
 */
export function createSafeBlock({ nodes, clock }: { nodes: RpcNode[]; clock: Clock }) {
  let newest: { number: number; atMs: number } | undefined;
  let asking: Promise<number> | undefined;

  async function ask(): Promise<number> {
    const header = await findBlock(nodes, "safe");
    if (header === undefined)
      throw new HttpError(500, apiErrors.rpcFailure("no RPC node tells which block is safe"));
    newest = { number: header.number, atMs: clock.now() };
    return header.number;
  }

  return async function isSafe(block: number): Promise<boolean> {
    if (newest !== undefined) {
      const ageMs = clock.now() - newest.atMs;
      if (newest.number >= block && ageMs < KEPT_MS) return true;
      if (ageMs < PAUSE_MS) return false;
    }
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return (await asking) >= block;
  };
}

/** By the first node, one after the other, that gives it. */
async function findBlock(nodes: RpcNode[], at: number | "safe"): Promise<BlockHeader | undefined> {
  const tag = at === "safe" ? at : toQuantity(at);
  for (const node of nodes) {
    try {
      const header = parseHeader(await node.request("eth_getBlockByNumber", [tag, false]));
      if (at === "safe" || header.number === at) return header;
    } catch {
      // The next node may know; the metrics count the failure.
    }
  }
  return undefined;
}

const MAX_REMEMBERED = 10_000;

/**
 * The time of an old block, of which the index remembers nothing. It is so old that its time stays what it is, and is
 * asked for once: many questions may be about the same block. Asks one node after the other.
 */
export function createBlockTimes(nodes: RpcNode[]) {
  const remembered = new Map<number, Promise<number>>();

  async function ask(block: number): Promise<number> {
    const header = await findBlock(nodes, block);
    if (header !== undefined) return header.timestamp;
    throw new HttpError(500, apiErrors.rpcFailure(`no RPC node tells the time of block ${block}`));
  }

  return function getBlockTime(block: number): Promise<number> {
    const known = remembered.get(block);
    if (known !== undefined) return known;
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    const asked = ask(block);
    remembered.set(block, asked);
    // If it fails, the caller who awaits it handles that, and the next question asks a node again.
    asked.catch(() => remembered.delete(block));
    return asked;
  };
}
