import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export type ChainOptions = {
  /** A free one if none is given. */
  port?: number;
  chainId?: number;
  /** ISO 8601: when the chain's clock starts. Now, if none is given. */
  initialDate?: string;
  /** Mines a block at this interval; if none is given, one at once for each transaction. */
  blockTimeMs?: number;
  /** How much gas a block may use, if another limit than usual is wanted. */
  blockGasLimit?: number;
  /** As on chains with several blocks a second, whose timestamps are whole seconds. */
  allowBlocksWithSameTimestamp?: boolean;
};

export type ChainStart = ChainOptions & { chainId: number };
/** What the process of the chains is asked for: to start one, or to stop the one at this address. */
export type ChainOrder = { id: number } & ChainRequest;
type ChainRequest = { start: ChainStart } | { stop: string };
export type ChainReply = { rpcUrl: string } | { error: string };

type ChainHost = ReturnType<typeof createChainHost>;

let current: ChainHost | undefined;

/** The process that runs all local chains of this one; started with the first, and ended with this process. */
export function getChainHost(): ChainHost {
  if (current === undefined || current.hasEnded()) current = createChainHost();
  return current;
}

function createChainHost() {
  const child = fork(
    fileURLToPath(new URL("./chain-process.ts", import.meta.url)),
    // None of the parent's own flags: with Node's test runner in the same process they would start tests.
    { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] },
  );
  const replies = new Map<number, (reply: ChainReply) => void>();
  child.on("message", ({ id, ...reply }: { id: number } & ChainReply) => replies.get(id)?.(reply));
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`The local chain ended before it was up (exit code ${code})`);
  });
  // Without a handler the process's later end, which is wanted, would be an unhandled rejection.
  ended.catch(() => {});
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  let orders = 0;
  let running = 0;

  async function ask(request: ChainRequest): Promise<string> {
    orders += 1;
    const { promise, resolve } = Promise.withResolvers<ChainReply>();
    replies.set(orders, resolve);
    child.send({ id: orders, ...request } satisfies ChainOrder);
    const reply = await Promise.race([promise, ended]);
    if ("error" in reply) throw new Error(reply.error);
    return reply.rpcUrl;
  }

  /** While a chain runs it keeps this process from ending by itself; a host without chains does not. */
  function count(change: 1 | -1): void {
    running += change;
    const method = running > 0 ? "ref" : "unref";
    child[method]();
    child.channel?.[method]();
  }

  return {
    child,
    hasEnded,
    /** This process may end while one of its chains runs. */
    unref(): void {
      count(-1);
    },
    async start(options: ChainStart): Promise<string> {
      count(1);
      try {
        return await ask({ start: options });
      } catch (error) {
        count(-1);
        throw error;
      }
    },
    async stop(rpcUrl: string): Promise<void> {
      if (hasEnded()) return;
      await ask({ stop: rpcUrl });
      count(-1);
    },
  };
}
