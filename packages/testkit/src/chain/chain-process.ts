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
        interval: options.blockTimeMs ?? 0,
        mempool: { order: "fifo" },
      },
    },
  },
});

try {
  const server = await hre.network.createServer({ network: "local" }, "127.0.0.1", options.port);
  const { port } = await server.listen();
  process.send?.({ rpcUrl: `http://127.0.0.1:${port}` });
} catch (error) {
  process.send?.({ error: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}

// The channel closes when the parent ends, even if it is killed.
process.on("disconnect", () => process.exit(0));
// Ctrl-C reaches the whole process group; the parent decides when the chain ends.
process.on("SIGINT", () => {});
