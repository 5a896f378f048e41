import { parseHash, parseQuantity, toQuantity } from "./hex.ts";
import { RpcError } from "./rpc-error.ts";
import type { RpcNode } from "./rpc-node.ts";
import { type ChainLog, validateLogs } from "./validate-logs.ts";
import { withRetries } from "./with-retries.ts";

export type BlockHeader = {
  number: number;
  hash: string;
  parentHash: string;
  timestamp: number;
  logsBloom: string;
};

export type ChainReader = ReturnType<typeof createChainReader>;

/** What the index asks of one node. Every answer is checked as far as it can be by itself. */
export function createChainReader(options: {
  node: RpcNode;
  registryAddress: string;
  retryDelayMs: number;
  signal?: AbortSignal;
}) {
  const { node, signal, retryDelayMs } = options;
  const address = options.registryAddress.toLowerCase();
  async function requestOnce(method: string, params: unknown[]): Promise<unknown> {
    const answer = await node.request(method, params, signal);
    // Only a block can be missing: for every other method null is no answer.
    if (answer === null && method !== "eth_getBlockByNumber") {
      throw new RpcError("unavailable", `${method}: the node gave nothing`);
    }
    return answer;
  }
  const retry = <T>(call: () => Promise<T>) => withRetries({ call, firstDelayMs: retryDelayMs, signal });
  const request = (method: string, params: unknown[]) => retry(() => requestOnce(method, params));

  async function askForBlock(at: number | "latest"): Promise<BlockHeader | undefined> {
    const tag = at === "latest" ? at : toQuantity(at);
    const raw = (await requestOnce("eth_getBlockByNumber", [tag, false])) as Record<string, unknown> | null;
    if (raw === null) return undefined;
    const header = parseHeader(raw);
    if (at !== "latest" && header.number !== at) {
      throw new RpcError("untrue", `The node gave block ${header.number} for block ${at}`);
    }
    return header;
  }

  async function askForKnownBlock(at: number | "latest"): Promise<BlockHeader> {
    const header = await askForBlock(at);
    if (header === undefined) throw new RpcError("unavailable", `The node has no block ${at}`);
    return header;
  }

  return {
    name: node.name,
    /** Asked once: if a node does not even tell its head, the sync loop goes on to the next one. */
    getHead: () => askForKnownBlock("latest"),

    /** Undefined if the node has no such block. */
    findBlock: (number: number) => retry(() => askForBlock(number)),

    /** Asked again if it is missing: some addresses stand for several nodes, one of them a little late. */
    getBlock: (number: number) => retry(() => askForKnownBlock(number)),

    async getChainId(): Promise<number> {
      return parseQuantity(await request("eth_chainId", []), "the chain id");
    },

    async hasCode(at: number | "latest"): Promise<boolean> {
      const tag = at === "latest" ? at : toQuantity(at);
      const code = await request("eth_getCode", [address, tag]);
      if (typeof code !== "string") throw new RpcError("untrue", "The node gave no code");
      return code.length > 2;
    },

    async getLogs({ fromBlock, toBlock }: { fromBlock: number; toBlock: number }): Promise<ChainLog[]> {
      const filter = { address, fromBlock: toQuantity(fromBlock), toBlock: toQuantity(toBlock) };
      const answer = await retry(() =>
        requestOnce("eth_getLogs", [filter]).catch((error) => toRangeError(error, toBlock - fromBlock)),
      );
      return validateLogs(answer, { address, fromBlock, toBlock });
    },

    /** Asked by hash, a node cannot answer for another block, nor with an empty list for an unknown block. */
    async getBlockLogs({ number, hash }: BlockHeader): Promise<ChainLog[]> {
      const answer = await request("eth_getLogs", [{ address, blockHash: hash }]);
      const logs = validateLogs(answer, { address, fromBlock: number, toBlock: number });
      if (logs.some((log) => log.blockHash !== hash)) {
        throw new RpcError("untrue", `The node gave logs of another block ${number}`);
      }
      return logs;
    },
  };
}

/** A node that cannot answer for many blocks in time may answer for fewer. */
function toRangeError(error: unknown, width: number): never {
  if (error instanceof RpcError && error.kind === "timeout" && width > 0) {
    throw new RpcError("range", error.message, { cause: error });
  }
  throw error;
}

function parseHeader(raw: Record<string, unknown>): BlockHeader {
  return {
    number: parseQuantity(raw.number, "a block number"),
    hash: parseHash(raw.hash, "a block hash"),
    parentHash: parseHash(raw.parentHash, "a parent hash"),
    timestamp: parseQuantity(raw.timestamp, "a block's time"),
    logsBloom: typeof raw.logsBloom === "string" ? raw.logsBloom : "",
  };
}
