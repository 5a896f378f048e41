// A local chain in a process of its own: it ends with its parent and does not block the parent's event
// loop. It sends the parent one message, with its address.
import { subscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { ChainOptions } from "./start-chain.ts";

const options = JSON.parse(process.argv[2] ?? "{}") as ChainOptions & { chainId: number };

// Node closes connections that were idle for five seconds, at times just as a busy client sends again, which
// then fails. So only clients close connections here. Hardhat does not expose its server; this channel does.
subscribe("http.server.request.start", (message) => {
  (message as { server: Server }).server.keepAliveTimeout = 0;
});

const hre = await createHardhatRuntimeEnvironment({
  networks: {
    local: {
      type: "edr-simulated",
      chainType: "op",
      chainId: options.chainId,
      ...(options.initialDate === undefined ? {} : { initialDate: options.initialDate }),
      ...(options.blockGasLimit === undefined ? {} : { blockGasLimit: options.blockGasLimit }),
      allowBlocksWithSameTimestamp: options.allowBlocksWithSameTimestamp ?? false,
      mining: {
        auto: options.blockTimeMs === undefined,
        // Hardhat would rest for this time after each block, so that full blocks come later than others.
        interval: 0,
        mempool: { order: "fifo" },
      },
    },
  },
});

try {
  const server = await hre.network.createServer({ network: "local" }, "127.0.0.1", options.port);
  const { port } = await server.listen();
  const rpcUrl = `http://127.0.0.1:${port}`;
  if (options.blockTimeMs !== undefined) mineEvery(options.blockTimeMs, rpcUrl);
  process.send?.({ rpcUrl });
} catch (error) {
  process.send?.({ error: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}

/** As chains do whose blocks have fixed times. A block that takes longer than that leaves out the next ones. */
function mineEvery(blockTimeMs: number, rpcUrl: string): void {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "evm_mine" });
  let isMining = false;
  setInterval(async () => {
    if (isMining) return;
    isMining = true;
    const answer = await fetch(rpcUrl, { method: "POST", body });
    await answer.body?.cancel();
    isMining = false;
  }, blockTimeMs);
}

// The channel closes when the parent ends, even if it is killed.
process.on("disconnect", () => process.exit(0));
// Ctrl-C reaches the whole process group; the parent decides when the chain ends.
process.on("SIGINT", () => {});
