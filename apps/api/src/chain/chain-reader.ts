import { setTimeout } from "node:timers/promises";
import {
  type BlockHeader,
  type ChainLog,
  type Headers,
  parseHeader,
  parseQuantity,
  toQuantity,
  validateLogs,
} from "./node-answers.ts";
import { readReceipts } from "./read-receipts.ts";
import { RpcError } from "./rpc-error.ts";
import { inParallel, type RpcCall, type RpcNode } from "./rpc-node.ts";

/** A call and what its answer means. */
type Question<T> = RpcCall & { parse: (answer: unknown) => T; ifTooLarge?: T };

const PARALLEL_CALLS = 8;

type BlockRange = { fromBlock: number; toBlock: number };
export type ChainReader = ReturnType<typeof createChainReader>;

/** What the index asks of one node. Every answer is checked as far as it can be by itself. */
export function createChainReader(options: {
  node: RpcNode;
  /** If it is not given, each header is judged by itself. */
  headers?: Pick<Headers, "parse">;
  registryAddress: string;
  retryDelayMs: number;
  /** How often a call is tried. */
  tries?: number;
  signal?: AbortSignal;
}) {
  const { node, headers = { parse: parseHeader }, signal, retryDelayMs, tries } = options;
  const address = options.registryAddress.toLowerCase();
  async function requestOnce(method: string, params: unknown[]): Promise<unknown> {
    const answer = await node.request(method, params, signal);
    // Only a block can be missing: for every other method null is no answer.
    if (answer === null && method !== "eth_getBlockByNumber") {
      throw new RpcError("unavailable", `${method}: the node gave nothing`);
    }
    return answer;
  }
  const retry = <T>(call: () => Promise<T>) =>
    withRetries({ call, firstDelayMs: retryDelayMs, signal, ...(tries === undefined ? {} : { tries }) });
  const request = (method: string, params: unknown[]) => retry(() => requestOnce(method, params));

  const toFilter = ({ fromBlock, toBlock }: BlockRange) => ({
    address,
    fromBlock: toQuantity(fromBlock),
    toBlock: toQuantity(toBlock),
  });

  const toRangeQuestion = (range: BlockRange): Question<Set<number> | null> => ({
    method: "eth_getLogs",
    params: [toFilter(range)],
    parse: (answer) => new Set(validateLogs(answer, { address, ...range }).map((log) => log.blockNumber)),
    ifTooLarge: null,
  });

  function toBlockQuestion(at: number | "latest"): Question<BlockHeader> {
    return {
      method: "eth_getBlockByNumber",
      params: [at === "latest" ? at : toQuantity(at), false],
      parse(answer) {
        if (answer === null) throw new RpcError("unavailable", `The node has no block ${at}`);
        const header = headers.parse(answer);
        if (at === "latest" || header.number === at) return header;
        throw new RpcError("untrue", `The node gave block ${header.number} for block ${at}`);
      },
    };
  }

  const ask = async <T>({ method, params, parse }: Question<T>) => parse(await requestOnce(method, params));

  /** In few requests; a call that failed among the others is asked again by itself. */
  async function askAll<T>(questions: Question<T>[]): Promise<T[]> {
    const answers = await retry(() => node.requestAll(questions, signal));
    return inParallel({
      items: questions.map((question, i) => ({ question, answer: answers[i] })),
      limit: PARALLEL_CALLS,
      run: async ({ question, answer }) => {
        try {
          if (answer instanceof RpcError && answer.kind === "range") throw answer;
          const isAnswered = answer !== null && !(answer instanceof RpcError);
          return isAnswered ? question.parse(answer) : await retry(() => ask(question));
        } catch (error) {
          const isTooLarge = error instanceof RpcError && error.kind === "range";
          if (isTooLarge && question.ifTooLarge !== undefined) return question.ifTooLarge;
          throw error;
        }
      },
    });
  }

  return {
    name: node.name,
    /** Asked once. */
    getHead: () => ask(toBlockQuestion("latest")),

    /** Undefined if the node has no such block. */
    findBlock: (number: number): Promise<BlockHeader | undefined> => {
      const { parse, ...question } = toBlockQuestion(number);
      const parseIfThere = (answer: unknown) => (answer === null ? undefined : parse(answer));
      return retry(() => ask({ ...question, parse: parseIfThere }));
    },

    /** Asked again if it is missing: some addresses stand for several nodes, one of them a little late. */
    getBlock: (number: number) => retry(() => ask(toBlockQuestion(number))),

    /** The headers of these blocks, and the numbers of blocks in the range that have logs, unless it is refused. */
    async getBlocks(options: { numbers: number[]; range?: BlockRange | undefined }): Promise<{
      headers: BlockHeader[];
      withLogs: Set<number> | null;
    }> {
      const { numbers, range } = options;
      const answers = await askAll<BlockHeader | Set<number> | null>([
        ...numbers.map(toBlockQuestion),
        ...(range === undefined ? [] : [toRangeQuestion(range)]),
      ]);
      const withLogs = (range === undefined ? null : answers.pop()) as Set<number> | null;
      return { headers: answers as BlockHeader[], withLogs };
    },

    async getChainId(): Promise<number> {
      return parseQuantity(await request("eth_chainId", []), "the chain id");
    },

    async hasCode(at: number | "latest"): Promise<boolean> {
      const tag = at === "latest" ? at : toQuantity(at);
      const code = await request("eth_getCode", [address, tag]);
      if (typeof code !== "string") throw new RpcError("untrue", "The node gave no code");
      return code.length > 2;
    },

    /** What a function of the contract returns at the newest block. Asked once. */
    call: (data: string) => requestOnce("eth_call", [{ to: address, data }, "latest"]),

    async getLogs({ fromBlock, toBlock }: BlockRange): Promise<ChainLog[]> {
      const filter = toFilter({ fromBlock, toBlock });
      const answer = await retry(() =>
        requestOnce("eth_getLogs", [filter]).catch((error) => toRangeError(error, toBlock - fromBlock)),
      );
      return validateLogs(answer, { address, fromBlock, toBlock });
    },

    /**
     * The logs of each of these blocks. Asked by hash, a node cannot answer for another block. It should not
     * answer with an empty list for a block that it lacks, but some do.
     */
    getLogsOfBlocks: (blocks: BlockHeader[]): Promise<ChainLog[][]> =>
      askAll(
        blocks.map(({ number, hash }) => ({
          method: "eth_getLogs",
          params: [{ address, blockHash: hash }],
          parse(answer) {
            const logs = validateLogs(answer, { address, fromBlock: number, toBlock: number });
            if (logs.some((log) => log.blockHash !== hash)) {
              throw new RpcError("untrue", `The node gave logs of another block ${number}`);
            }
            return logs;
          },
        })),
      ),

    /** The same logs, out of all receipts of each block, which the headers show to be complete. */
    getLogsFromReceipts: (blocks: BlockHeader[]) => readReceipts({ node, headers: blocks, address, signal }),
  };
}

/** A node that cannot answer for many blocks in time may answer for fewer. */
function toRangeError(error: unknown, width: number): never {
  if (error instanceof RpcError && error.kind === "timeout" && width > 0) {
    throw new RpcError("range", error.message, { cause: error });
  }
  throw error;
}

type BackOff = { next(): number; reset(): void };

/**
 * Delays that double up to a maximum. Half of each is random, so that many processes that lost the
 * same node do not all come back to it at once.
 */
export function createBackOff(options: { baseMs: number; maxMs: number; random?: () => number }): BackOff {
  const { baseMs, maxMs, random = Math.random } = options;
  let failures = 0;
  return {
    next() {
      const delayMs = Math.min(maxMs, baseMs * 2 ** failures);
      failures = Math.min(failures + 1, 30);
      return delayMs / 2 + (delayMs / 2) * random();
    },
    reset() {
      failures = 0;
    },
  };
}

const TRIES = 5;

/** A limit on ranges and an untrue answer will be the same a moment later. */
function isTemporary(error: unknown): boolean {
  return error instanceof RpcError && error.kind !== "range" && error.kind !== "untrue";
}

/**
 * Tries one call a few times, so that one lost answer does not make a long read start over. A node that does
 * not come back is given up soon, since there may be others.
 */
async function withRetries<T>(options: {
  call: () => Promise<T>;
  firstDelayMs: number;
  tries?: number;
  signal?: AbortSignal | undefined;
}): Promise<T> {
  const { call, firstDelayMs, tries: maxTries = TRIES, signal } = options;
  const backOff = createBackOff({ baseMs: firstDelayMs, maxMs: firstDelayMs * 2 ** TRIES });
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (tries >= maxTries || !isTemporary(error) || signal?.aborted === true) throw error;
      await setTimeout(backOff.next(), undefined, { signal });
    }
  }
}
