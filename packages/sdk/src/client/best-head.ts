import { createTransport, HttpRequestError, http, TimeoutError, type Transport } from "viem";
import { settleWithin } from "../http/wait.ts";

/** Heads are compared no more often than chains make blocks. */
const COMPARED_EVERY_MS = 2_000;
const MAX_WAIT_MS = 3_000;

/**
 * Several RPC nodes as one: whichever has the newest block is asked, and the next one if it does not answer. A node whose
 * head stands still is so passed over; one that lies is believed, as a single one is.
 */
export function bestHead(urls: readonly string[]): Transport {
  const transports = urls.map((url) => http(url, { retryCount: 0 }));
  return (parameters) => {
    const nodes = transports.map((transport) => transport(parameters));
    let newestFirst = nodes;
    let comparedAtMs = Number.NEGATIVE_INFINITY;
    let comparing: Promise<void> | undefined;

    async function readHead(node: (typeof nodes)[number]): Promise<number> {
      const asked = node.request({ method: "eth_blockNumber" }).catch(() => undefined);
      return Number((await settleWithin(asked, MAX_WAIT_MS)) ?? -1);
    }

    async function compare(): Promise<void> {
      const heads = await Promise.all(nodes.map(readHead));
      const byHead = nodes.map((node, i) => ({ node, head: heads[i] ?? -1 }));
      // Those with the same head stay in the order in which they were given.
      newestFirst = byHead.sort((a, b) => b.head - a.head).map(({ node }) => node);
      comparedAtMs = performance.now();
    }

    async function request(call: { method: string; params?: unknown }): Promise<never> {
      if (performance.now() - comparedAtMs > COMPARED_EVERY_MS) {
        comparing ??= compare().finally(() => {
          comparing = undefined;
        });
        await comparing;
      }
      let silence: unknown;
      for (const node of newestFirst) {
        try {
          return (await node.request(call)) as never;
        } catch (error) {
          // An error that a node answered with is its answer.
          if (!(error instanceof HttpRequestError || error instanceof TimeoutError)) throw error;
          silence = error;
        }
      }
      throw silence;
    }

    return createTransport({
      key: "best-head",
      name: "The node with the newest block",
      type: "best-head",
      retryCount: parameters.retryCount ?? 3,
      request: request as Parameters<typeof createTransport>[0]["request"],
    });
  };
}
