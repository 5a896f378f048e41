// Local chains in a process of their own: they end with its parent and do not block the parent's event loop. Loading
// Hardhat takes seconds and another chain a few milliseconds, so one process serves all chains of its parent.
import { subscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { JsonRpcServer } from "hardhat/types/network";
import type { ChainOrder, ChainReply, ChainStart } from "./chain-host.ts";

const chains = new Map<string, { server: JsonRpcServer; mining: NodeJS.Timeout | undefined }>();
const httpServers = new Map<string, Server>();

// Node closes connections that were idle for five seconds, at times just as a busy client sends again, which
// then fails. So only clients close connections here. Hardhat does not expose its servers; this channel does.
subscribe("http.server.request.start", (message) => {
  const { server } = message as { server: Server };
  const address = server.address();
  if (address === null || typeof address === "string") return;
  server.keepAliveTimeout = 0;
  httpServers.set(toUrl(address.port), server);
});

const hre = await createHardhatRuntimeEnvironment({
  networks: {
    local: {
      type: "edr-simulated",
      chainType: "op",
      // Hardhat would rest for the interval after each block, so that full blocks come later than others.
      mining: { auto: true, interval: 0, mempool: { order: "fifo" } },
    },
  },
});

process.on("message", async (order: ChainOrder) => {
  const answer = (reply: ChainReply) => process.send?.({ id: order.id, ...reply });
  try {
    answer("start" in order ? { rpcUrl: await start(order.start) } : stop(order.stop));
  } catch (error) {
    answer({ error: error instanceof Error ? error.message : String(error) });
  }
});

async function start({ port, blockTimeMs, ...options }: ChainStart): Promise<string> {
  const override = {
    ...options,
    allowBlocksWithSameTimestamp: options.allowBlocksWithSameTimestamp ?? false,
    ...(blockTimeMs === undefined ? {} : { mining: { auto: false } }),
  };
  const server = await hre.network.createServer({ network: "local", override }, "127.0.0.1", port);
  const rpcUrl = toUrl((await server.listen()).port);
  const mining = blockTimeMs === undefined ? undefined : mineEvery(blockTimeMs, rpcUrl);
  chains.set(rpcUrl, { server, mining });
  return rpcUrl;
}

/** Clients see what they see of a chain that was killed: their connections are cut, and none can be made. */
function stop(rpcUrl: string): ChainReply {
  const chain = chains.get(rpcUrl);
  clearInterval(chain?.mining);
  // It settles when the last connection has ended. The port is free at once.
  void chain?.server.close();
  httpServers.get(rpcUrl)?.closeAllConnections();
  chains.delete(rpcUrl);
  httpServers.delete(rpcUrl);
  return { rpcUrl };
}

/** As chains do whose blocks have fixed times. A block that takes longer than that leaves out the next ones. */
function mineEvery(blockTimeMs: number, rpcUrl: string): NodeJS.Timeout {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "evm_mine" });
  let isMining = false;
  return setInterval(async () => {
    if (isMining) return;
    isMining = true;
    try {
      const answer = await fetch(rpcUrl, { method: "POST", body });
      await answer.body?.cancel();
    } catch (error) {
      // The chain may have been stopped while it mined.
      if (chains.has(rpcUrl)) throw error;
    }
    isMining = false;
  }, blockTimeMs);
}

function toUrl(port: number): string {
  return `http://127.0.0.1:${port}`;
}

// The channel closes when the parent ends, even if it is killed.
process.on("disconnect", () => process.exit(0));
// Ctrl-C reaches the whole process group; the parent decides when the chains end.
process.on("SIGINT", () => {});
