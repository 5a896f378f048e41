// A small JSON-RPC node over made-up logs, in a process of its own as a real one is. It finds logs by block
// and writes them as JSON with each answer. It has no database and filters no receipts, so "eth_getLogs
// alone" is faster than on a real node, and the ratio is harder to reach.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Address } from "viem";
import { createSyntheticLogs, toHeader } from "./synthetic-logs.ts";

const { agents, registryAddress } = JSON.parse(process.argv[2] ?? "{}") as {
  agents: number;
  registryAddress: Address;
};
const { byBlock, head, events } = createSyntheticLogs({ agents, registryAddress });
/** A limit such as public nodes have. */
const MAX_LOGS = 10_000;

const TAGS: unknown[] = ["latest", "finalized"];

type Filter = { fromBlock?: string; toBlock?: string; blockHash?: string };

function getLogs({ fromBlock, toBlock, blockHash }: Filter): string {
  if (blockHash !== undefined) return "[]";
  const found: object[] = [];
  for (let block = Number(fromBlock); block <= Math.min(head, Number(toBlock)); block += 1) {
    for (const log of byBlock.get(block) ?? []) found.push(log);
    if (found.length > MAX_LOGS) throw new Error("query returned more than 10000 results");
  }
  return JSON.stringify(found);
}

function answer(method: string, params: unknown[]): string {
  switch (method) {
    case "eth_chainId":
      return '"0x14a34"';
    case "eth_getBlockByNumber":
      return JSON.stringify(toHeader(TAGS.includes(params[0]) ? head : Number(params[0])));
    case "eth_getCode":
      return params[1] === "latest" || Number(params[1]) >= 2 ? '"0x60"' : '"0x"';
    case "eth_getLogs":
      return getLogs(params[0] as Filter);
    default:
      throw new Error(`No ${method} here`);
  }
}

type Call = { id: number; method: string; params: unknown[] };

function reply({ id, method, params }: Call): string {
  try {
    return `{"jsonrpc":"2.0","id":${id},"result":${answer(method, params)}}`;
  } catch (error) {
    const message = (error as Error).message;
    return JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32_005, message } });
  }
}

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString()) as Call | Call[];
  response.setHeader("content-type", "application/json");
  response.end(Array.isArray(body) ? `[${body.map(reply).join()}]` : reply(body));
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ rpcUrl: `http://127.0.0.1:${port}`, head, events });
});
process.on("disconnect", () => process.exit(0));
