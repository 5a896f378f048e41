import { type Clock, type Logger, within } from "@agent-registry/service";
import type { Registry } from "prom-client";
import { createMeters } from "../../metering.ts";
import { type BlockHeader, type Headers, toQuantity } from "../node-answers.ts";
import { RpcError } from "../rpc-error.ts";
import type { RpcNode } from "../rpc-node.ts";

export type Agreement = ReturnType<typeof createAgreement>;

/** The newest block that most nodes have, and those which have it. */
export type Agreed = { head: BlockHeader; nodes: RpcNode[] };

type Compared = NodeHead & Vote;

/** Most of the nodes that answer have no block in common that is new enough to be answered from. */
export class NodesDisagree extends RpcError {
  constructor() {
    super("untrue", "the nodes disagree");
  }
}

/**
 * Knows what the nodes agree on. One node of several may lie, lag or be silent: what most of those that answer have is
 * followed. With a single node this is its newest block, and costs no further call.
 */
export function createAgreement(options: {
  nodes: readonly RpcNode[];
  headers: Headers;
  metrics: AgreementMetrics;
  logger: Logger;
  clock: Clock;
}) {
  const { nodes, headers, metrics, logger, clock } = options;
  const askHeads = createHeadQuestions({ nodes, headers });
  let reported = "";

  async function askForBlocks(node: RpcNode, numbers: number[], signal: AbortSignal): Promise<unknown[]> {
    if (numbers.length === 0) return [];
    const calls = numbers.map((number) => ({
      method: "eth_getBlockByNumber",
      params: [toQuantity(number), false],
    }));
    return node.requestAll(calls, signal).catch((error) => {
      if (!(error instanceof RpcError)) throw error;
      return numbers.map(() => error);
    });
  }

  /** A block that a node does not know is not shared; undefined if the node does not answer. */
  function hasHash(answer: unknown, hash: string): boolean | undefined {
    if (answer instanceof RpcError) return answer.kind === "refused" ? false : undefined;
    try {
      return answer !== null && headers.parse(answer).hash === hash;
    } catch (error) {
      if (error instanceof RpcError) return undefined;
      throw error;
    }
  }

  /**
   * Whether each of the others has the candidate's block at the height that both have reached: the one that is ahead is
   * asked for it. Leaves out those that do not answer; undefined if the candidate itself does not.
   */
  async function compare(candidate: NodeHead, others: NodeHead[], signal: AbortSignal) {
    const { number, hash } = candidate.head;
    const level = others.filter(({ head }) => head.number === number);
    const lower = others.filter(({ head }) => head.number < number);
    const higher = others.filter(({ head }) => head.number > number);
    const ours = await askForBlocks(
      candidate.node,
      lower.map(({ head }) => head.number),
      signal,
    );
    const theirs = await Promise.all(higher.map(({ node }) => askForBlocks(node, [number], signal)));
    const lowerShared = lower.map(({ head }, i) => hasHash(ours[i], head.hash));
    if (lowerShared.includes(undefined)) return undefined;
    const compared: Compared[] = [
      ...level.map((other) => ({ ...other, isShared: other.head.hash === hash })),
      ...lower.map((other, i) => ({ ...other, isShared: lowerShared[i] === true })),
      ...higher.flatMap((other, i) => {
        const isShared = hasHash(theirs[i]?.[0], hash);
        return isShared === undefined ? [] : [{ ...other, isShared }];
      }),
    ];
    return compared;
  }

  /** Once for each change: which nodes are on another chain than the one that is followed. */
  function report(unlike: RpcNode[]): void {
    metrics.disagreeing.set(unlike.length);
    const names = unlike.map(({ name }) => name).join(", ");
    if (names !== reported && names !== "")
      logger.error({ rpc: names }, "RPC nodes are on another chain than most");
    if (names !== reported && names === "") logger.info("All RPC nodes that answer are on one chain again");
    reported = names;
  }

  return {
    /** Throws `NodesDisagree` if no block has a majority. */
    async look(signal: AbortSignal): Promise<Agreed> {
      const heads = await askHeads(signal);
      for (const { node, head } of heads) metrics.saw(node, head);
      let answering = [...heads].sort((a, b) => b.head.number - a.head.number);
      const outvoted = new Set<RpcNode>();
      for (const candidate of answering) {
        // A node on the chain of an outvoted candidate is outvoted, too.
        if (outvoted.has(candidate.node)) continue;
        const others = answering.filter((each) => each !== candidate);
        const compared = await compare(candidate, others, signal);
        if (compared === undefined) {
          answering = others;
          continue;
        }
        const nowSeconds = Math.floor(clock.now() / 1_000);
        const block = findConfirmedBlock({ candidate: candidate.head, others: compared, nowSeconds });
        const shared = [candidate, ...compared.filter(({ isShared }) => isShared)];
        if (block !== undefined) {
          report(compared.filter(({ isShared }) => !isShared).map(({ node }) => node));
          const having = shared.filter(({ head }) => head.number >= block.number).map(({ node }) => node);
          return { head: block, nodes: having };
        }
        for (const { node } of shared) outvoted.add(node);
      }
      metrics.disagreements.inc();
      metrics.disagreeing.set(heads.length);
      throw new NodesDisagree();
    },
  };
}

type AgreementMetrics = ReturnType<typeof createAgreementMetrics>;

export function createAgreementMetrics(registry: Registry) {
  const { counter, gauge } = createMeters(registry);
  const head = gauge("agent_registry_index_node_head_block", "The newest block that each RPC node told of", {
    by: "node",
  });
  const time = gauge("agent_registry_index_node_head_timestamp_seconds", "The time of that block", {
    by: "node",
  });
  return {
    saw({ name }: RpcNode, { number, timestamp }: BlockHeader): void {
      head.set({ node: name }, number);
      time.set({ node: name }, timestamp);
    },
    disagreeing: gauge(
      "agent_registry_index_nodes_disagreeing",
      "RPC nodes on another chain than the one that most are on; all of them if there is no majority",
    ),
    disagreements: counter(
      "agent_registry_index_node_disagreements_total",
      "Times that no block had a majority of the RPC nodes",
    ),
  };
}

type NodeHead = { node: RpcNode; head: BlockHeader };

/** How long a node's head is waited for: a slow node must not hold up the comparison of the others. */
const MAX_WAIT_MS = 3_000;

/** Asks all nodes for their newest block at once. One that did not answer the last time is not waited for. */
function createHeadQuestions({ nodes, headers }: { nodes: readonly RpcNode[]; headers: Headers }) {
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
type Vote = {
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

export type NodeChoice = ReturnType<typeof createNodeChoice>;

/**
 * Which node to compare with: in turn, of those that agree on the newest block, and if there are several, not the one that
 * the index is read from.
 */
export function createNodeChoice(nodes: RpcNode[]) {
  let agreeing = nodes;
  let logSource: RpcNode | undefined;
  let turn = 0;

  function pick(without: RpcNode | undefined): RpcNode {
    turn += 1;
    const others = agreeing.filter((node) => node !== without);
    const list = others.length === 0 ? agreeing : others;
    const node = list[turn % list.length];
    if (node === undefined) throw new Error("No RPC node is configured");
    return node;
  }

  return {
    /** These have the newest block, and the sync reads from one of them now. */
    noteAgreed({ nodes: having, source }: { nodes: RpcNode[]; source: RpcNode }): void {
      agreeing = having;
      logSource = source;
    },
    next: () => pick(logSource),
    other: (than: RpcNode) => pick(than),
  };
}
