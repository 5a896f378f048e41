// A small JSON-RPC node over made-up logs. It finds logs by block and writes them as JSON with each answer. It has no
// database and filters no receipts, so "eth_getLogs alone" is faster than on a real node, and a ratio to it is harder
// to reach.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { registryAbi } from "@agent-registry/protocol";
import { encodeFunctionData } from "viem";
import { type Logs, toHeader } from "./synthetic-logs.ts";

/** A limit such as public nodes have. */
const MAX_LOGS = 10_000;

const TAGS: unknown[] = ["latest", "finalized"];

/** By this the index knows a Registry. */
const TOTAL_AGENTS = encodeFunctionData({ abi: registryAbi, functionName: "totalAgents" });

type Filter = { fromBlock?: string; toBlock?: string; blockHash?: string };

type Chain = { logs: Logs; head(): number };

function getLogs({ logs, head }: Chain, { fromBlock, toBlock, blockHash }: Filter): string {
  if (blockHash !== undefined) return JSON.stringify(logs.byHash.get(blockHash) ?? []);
  const found: object[] = [];
  for (let block = Number(fromBlock); block <= Math.min(head(), Number(toBlock)); block += 1) {
    for (const log of logs.byBlock.get(block) ?? []) found.push(log);
    if (found.length > MAX_LOGS) throw new Error("query returned more than 10000 results");
  }
  return JSON.stringify(found);
}

function answer(chain: Chain, method: string, params: unknown[]): string {
  switch (method) {
    case "eth_chainId":
      return '"0x14a34"';
    case "eth_getBlockByNumber":
      return JSON.stringify(
        toHeader(TAGS.includes(params[0]) ? chain.head() : Number(params[0]), chain.logs),
      );
    case "eth_getCode":
      return params[1] === "latest" || Number(params[1]) >= 2 ? '"0x60"' : '"0x"';
    case "eth_getLogs":
      return getLogs(chain, params[0] as Filter);
    case "eth_call":
      if ((params[0] as { data?: string }).data === TOTAL_AGENTS) return `"0x${"0".repeat(64)}"`;
      throw new Error("No other call here");
    default:
      throw new Error(`No ${method} here`);
  }
}

type Call = { id: number; method: string; params: unknown[] };

function reply(chain: Chain, { id, method, params }: Call): string {
  try {
    return `{"jsonrpc":"2.0","id":${id},"result":${answer(chain, method, params)}}`;
  } catch (error) {
    const message = (error as Error).message;
    return JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32_005, message } });
  }
}

/** Answers as a node whose newest block, final at once, is `head`; returns its address. */
export async function serveLogs(chain: Chain): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Call | Call[];
    response.setHeader("content-type", "application/json");
    response.end(
      Array.isArray(body) ? `[${body.map((call) => reply(chain, call)).join()}]` : reply(chain, body),
    );
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
