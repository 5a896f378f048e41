import type { BlockHeader } from "./block-header.ts";
import { toBloom } from "./bloom.ts";
import { RpcError } from "./rpc-error.ts";
import { type ChainLog, validateLogs } from "./validate-logs.ts";

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
