import type { BlockHeader } from "./block-header.ts";
import { RpcError } from "./rpc-error.ts";
import type { RpcNode } from "./rpc-node.ts";
import type { ChainLog } from "./validate-logs.ts";
import { validateReceipts } from "./validate-receipts.ts";

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
