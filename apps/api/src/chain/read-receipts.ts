import { type BlockHeader, type ChainLog, toBloom, validateLogs } from "./node-answers.ts";
import { RpcError } from "./rpc-error.ts";
import type { RpcNode } from "./rpc-node.ts";

type Options = { node: RpcNode; address: string; signal: AbortSignal | undefined };

/**
 * The Registry's logs out of all receipts of each block; an error for each block of which the node cannot show
 * them. Asked once: it is asked because the node's word is doubted, and then there may be others.
 */
export async function readReceipts(
  options: Options & { headers: BlockHeader[] },
): Promise<(ChainLog[] | RpcError)[]> {
  const { node, headers, address, signal } = options;
  const calls = headers.map(({ hash }) => ({ method: "eth_getBlockReceipts", params: [hash] }));
  const answers = await node.requestAll(calls, signal);
  const found: (ChainLog[] | RpcError)[] = [];
  for (const [i, header] of headers.entries()) {
    try {
      const receipts = await toReceipts(answers[i], { ...options, header });
      found.push(validateReceipts(receipts, { header, address }));
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      found.push(error);
    }
  }
  return found;
}

async function toReceipts(
  answer: unknown,
  { node, signal, header }: Options & { header: BlockHeader },
): Promise<unknown[]> {
  if (Array.isArray(answer)) return answer;
  if (answer instanceof RpcError && answer.kind !== "refused") throw answer;
  // Some nodes do not have that method, but all give the receipt of a transaction.
  const block = await node.request("eth_getBlockByHash", [header.hash, false], signal);
  const { transactions } = (block ?? {}) as { transactions?: unknown };
  if (!Array.isArray(transactions))
    throw new RpcError("unavailable", `The node has no block ${header.number}`);
  const calls = transactions.map((hash) => ({ method: "eth_getTransactionReceipt", params: [hash] }));
  return node.requestAll(calls, signal);
}

type RawLog = { address: string; topics: string[]; logIndex: string };
type RawReceipt = { blockHash: string; logsBloom?: string; logs: RawLog[] };

/**
 * The Registry's logs among all receipts of a block. No log is missing if the logs are numbered without a gap and
 * make the Bloom filter that the header holds: so one node can show by itself that a block holds no other log.
 */
export function validateReceipts(
  receipts: unknown[],
  { header, address }: { header: BlockHeader; address: string },
): ChainLog[] {
  const { number, hash, logsBloom } = header;
  const untrue = () =>
    new RpcError("untrue", `The node's receipts of block ${number} do not match its header`);
  const logs: RawLog[] = [];
  for (const receipt of receipts as (RawReceipt | null)[]) {
    if (!isReceipt(receipt) || receipt.blockHash.toLowerCase() !== hash) throw untrue();
    logs.push(...receipt.logs);
  }
  logs.sort((a, b) => Number(a.logIndex) - Number(b.logIndex));
  const isNumbered = logs.every((log, i) => Number(log.logIndex) === i);
  if (!isNumbered || toBloom(logs) !== logsBloom.toLowerCase()) throw untrue();
  const ours = logs.filter((log) => log.address.toLowerCase() === address);
  return validateLogs(ours, { address, fromBlock: number, toBlock: number });
}

function isReceipt(receipt: RawReceipt | null): receipt is RawReceipt {
  return (
    typeof receipt?.blockHash === "string" &&
    Array.isArray(receipt.logs) &&
    receipt.logs.every((log) => isHex(log?.address, 40) && isTopics(log?.topics))
  );
}

function isTopics(topics: unknown): boolean {
  return Array.isArray(topics) && topics.every((topic) => isHex(topic, 64));
}

function isHex(value: unknown, digits: number): boolean {
  return typeof value === "string" && value.length === 2 + digits && /^0x[0-9a-f]+$/i.test(value);
}
