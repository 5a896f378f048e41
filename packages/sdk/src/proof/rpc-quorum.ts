import type { Hash, Hex, Transport } from "viem";
import { invalidInput, missingConfiguration, RegistryError } from "../errors/registry-error.ts";
import { pause as sleep } from "../http/wait.ts";
import {
  type ClaimedBlock,
  type FinalBlock,
  type FinalChain,
  rememberBlocks,
  type TrustedBlocks,
} from "./trusted-blocks.ts";

export type RpcQuorumOptions = {
  /** How many nodes must have the block; all of them by default. */
  min?: number | undefined;
  /** If given, the nodes must serve this chain. */
  chainId?: number | undefined;
  /** Waits before a node that is behind is asked again. */
  pause?: ((durationMs: number) => Promise<void>) | undefined;
};

/** `behind`: the node does not have a block of this height yet. */
type Vote = "yes" | "no" | "behind" | "silent";

const BEHIND_PAUSE_MS = 1_000;

/**
 * RPC nodes of the verifier's own choosing: at least `min` of them must have this block at its height. Nodes
 * of different operators, none of them the register's, would have to collude.
 *
 * @example
 * const trust = rpcQuorum([http("https://one.example"), http("https://two.example")]);
 */
export function rpcQuorum(
  transports: readonly Transport[],
  { min = transports.length, chainId, pause = sleep }: RpcQuorumOptions = {},
): TrustedBlocks {
  if (transports.length === 0)
    throw missingConfiguration("A proof is checked against RPC nodes of your own: give at least one.");
  if (!Number.isInteger(min) || min < 1 || min > transports.length)
    throw invalidInput(`min must be from 1 to ${transports.length}, the number of nodes, not ${min}`);
  const nodes = transports.map((transport) => createNode(transport, chainId));
  const askAll = (block: ClaimedBlock) => Promise.all(nodes.map((node) => node.ask(block)));

  function hasWon(votes: Vote[]): boolean {
    const count = (vote: Vote) => votes.filter((each) => each === vote).length;
    if (count("yes") >= min) return true;
    // With the silent ones it might have been enough: that is no verdict against the block.
    if (count("yes") + count("silent") < min) return false;
    throw new RegistryError({
      reason: "chain-unreachable",
      message: `${count("silent")} of the ${nodes.length} RPC nodes that are trusted did not answer: check their addresses and the network.`,
    });
  }

  async function findFinal(number: number): Promise<FinalChain | undefined> {
    const answers = await Promise.all(nodes.map((node) => node.findFinal(number)));
    const found = answers.filter((answer) => answer !== undefined);
    // The highest head that at least `min` of the nodes have reached.
    const head = found.map((answer) => answer.head).sort((a, b) => b.number - a.number)[min - 1];
    if (head === undefined) return undefined;
    const blocks = found.flatMap(({ block }) => block ?? []);
    const block = blocks.find(({ hash }) => blocks.filter((other) => other.hash === hash).length >= min);
    return { head, block };
  }

  return {
    kind: toKind(nodes.length, min),
    findFinal,
    isCanonical: rememberBlocks(async (block) => {
      const votes = await askAll(block);
      if (!votes.includes("behind")) return hasWon(votes);
      await pause(BEHIND_PAUSE_MS);
      return hasWon(await askAll(block));
    }),
  };
}

function toKind(nodes: number, min: number): string {
  if (nodes === 1) return "one RPC node";
  return min === nodes ? `all of ${nodes} RPC nodes` : `${min} of ${nodes} RPC nodes`;
}

function createNode(transport: Transport, chainId: number | undefined) {
  const node = transport({ retryCount: 1 });
  let isOnTheChain = chainId === undefined;

  async function requireChain(): Promise<void> {
    if (isOnTheChain) return;
    const answer = Number(await node.request({ method: "eth_chainId" }));
    if (answer !== chainId)
      throw new RegistryError({
        reason: "wrong-chain",
        message: `An RPC node that is trusted serves chain ${answer}, not ${chainId}: check its address.`,
      });
    isOnTheChain = true;
  }

  async function getBlock(tag: Hex | "finalized"): Promise<FinalBlock | undefined> {
    await requireChain();
    const params: [string, boolean] = [tag, false];
    const block = (await node.request({ method: "eth_getBlockByNumber", params })) as RpcBlock | null;
    if (block === null) return undefined;
    return { number: Number(block.number), hash: block.hash, timestamp: Number(block.timestamp) };
  }

  return {
    async ask({ number, hash }: ClaimedBlock): Promise<Vote> {
      try {
        const block = await getBlock(toTag(number));
        if (block === undefined) return "behind";
        return block.hash === hash ? "yes" : "no";
      } catch (error) {
        if (error instanceof RegistryError) throw error;
        return "silent";
      }
    },

    /** Undefined if the node is silent, or does not know what is final. */
    async findFinal(number: number): Promise<FinalChain | undefined> {
      try {
        const head = await getBlock("finalized");
        if (head === undefined) return undefined;
        return { head, block: number <= head.number ? await getBlock(toTag(number)) : undefined };
      } catch (error) {
        if (error instanceof RegistryError) throw error;
        return undefined;
      }
    },
  };
}

type RpcBlock = { number: Hex; hash: Hash; timestamp: Hex };

const toTag = (number: number): Hex => `0x${number.toString(16)}`;
