import { within } from "@agent-registry/service";
import type { BlockHeader, Headers } from "../block-header.ts";
import { RpcError } from "../rpc-error.ts";
import type { RpcNode } from "../rpc-node.ts";

export type NodeHead = { node: RpcNode; head: BlockHeader };

/** How long a node's head is waited for: a slow node must not hold up the comparison of the others. */
const MAX_WAIT_MS = 3_000;

/** Asks all nodes for their newest block at once. One that did not answer the last time is not waited for. */
export function createHeadQuestions({ nodes, headers }: { nodes: readonly RpcNode[]; headers: Headers }) {
  const silent = new Set<RpcNode>();
  const asking = new Map<RpcNode, Promise<unknown>>();
  let lastError = new RpcError("unavailable", "No RPC node is configured");

  function ask(node: RpcNode, signal: AbortSignal): Promise<unknown> {
    const asked = node.request("eth_getBlockByNumber", ["latest", false], signal).then(
      (answer) => {
        silent.delete(node);
        return answer;
      },
      (error) => {
        if (!(error instanceof RpcError)) throw error;
        lastError = error;
        silent.add(node);
        return undefined;
      },
    );
    return asked.finally(() => asking.delete(node));
  }

  /** Undefined if the node takes too long: it then counts as silent until it answers. */
  async function waitFor(node: RpcNode, signal: AbortSignal): Promise<unknown> {
    const asked = asking.get(node) ?? ask(node, signal);
    asking.set(node, asked);
    if (nodes.length === 1) return asked;
    return within(MAX_WAIT_MS, () => asked).catch((error) => {
      if (signal.aborted) throw error;
      silent.add(node);
    });
  }

  /** In the order of the nodes; throws if none gives a block that can be believed. */
  return async function askHeads(signal: AbortSignal): Promise<NodeHead[]> {
    const awaited = nodes.filter((node) => !silent.has(node));
    for (const node of nodes) {
      if (silent.has(node) && awaited.length > 0) void waitFor(node, signal).catch(() => {});
    }
    const asked = awaited.length > 0 ? awaited : nodes;
    const answers = await Promise.all(asked.map((node) => waitFor(node, signal)));
    headers.learn(answers);
    const heads: NodeHead[] = [];
    for (const [i, node] of asked.entries()) {
      if (answers[i] === undefined) continue;
      try {
        heads.push({ node, head: headers.parse(answers[i]) });
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        lastError = error;
      }
    }
    if (heads.length === 0) throw lastError;
    return heads;
  };
}

/** How one node stands towards a candidate for the chain's head. */
export type Vote = {
  head: BlockHeader;
  /** Whether both have the same block at the height that both have reached. */
  isShared: boolean;
};

/** In seconds of block time, and by our clock: a node that is further behind does not follow the chain any more. */
const LATE_SECONDS = 10;

/**
 * The newest block of a candidate's chain that most of the nodes have which answer. A node that has fallen behind on the
 * same chain does not count, unless most have: then the candidate may as well be running ahead with blocks of its own, and
 * nothing is confirmed.
 */
export function findConfirmedBlock(options: {
  candidate: BlockHeader;
  others: Vote[];
  nowSeconds: number;
}): BlockHeader | undefined {
  const { candidate, others, nowSeconds } = options;
  const isLate = ({ head, isShared }: Vote) =>
    isShared &&
    candidate.timestamp - head.timestamp > LATE_SECONDS &&
    nowSeconds - head.timestamp > LATE_SECONDS;
  const counted = others.filter((vote) => !isLate(vote));
  if ((others.length - counted.length) * 2 > others.length + 1) return undefined;
  const majority = Math.floor((counted.length + 1) / 2) + 1;
  const shared = counted
    .filter(({ isShared }) => isShared)
    .map(({ head }) => (head.number < candidate.number ? head : candidate));
  const newestFirst = [candidate, ...shared].sort((a, b) => b.number - a.number);
  return newestFirst[majority - 1];
}
