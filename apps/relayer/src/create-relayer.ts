import { maskUrl } from "@agent-registry/protocol";
import { type Clock, createClientIp, createMetrics, type Logger, systemClock } from "@agent-registry/service";
import { formatEther } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { createApp } from "./app.ts";
import { createConnection } from "./chain/connection.ts";
import { createChain } from "./chain/create-chain.ts";
import { createRelayRules } from "./checks/index.ts";
import type { RelayerConfig } from "./config.ts";
import { createLedger } from "./ledger/create-ledger.ts";
import { createRelay } from "./relay/create-relay.ts";
import { createRelayMetrics } from "./relay-metrics.ts";
import { domainRoute } from "./routes/domain.ts";
import { nonceRoute } from "./routes/nonce.ts";
import { readyRoute } from "./routes/ready.ts";
import { relayRoute } from "./routes/relay.ts";
import { relayOutcomeRoute } from "./routes/relay-outcome.ts";
import { statusRoute, toRemaining } from "./routes/status.ts";
import { createSender } from "./send/create-sender.ts";
import type { Timing } from "./send/watcher.ts";

type RelayerOptions = { config: RelayerConfig; logger: Logger; clock?: Clock; timing?: Partial<Timing> };

/** Builds the relayer from its parts; nothing runs until `start`. */
export async function createRelayer({ config, logger, clock = systemClock, timing = {} }: RelayerOptions) {
  const account = privateKeyToAccount(config.RELAYER_KEY);
  const wallet = account.address;
  const { FORWARDER_ADDRESS: forwarderAddress, REGISTRY_ADDRESS: registryAddress } = config;
  const { DAILY_GAS_BUDGET: budgetWei, MAX_FEE_PER_GAS_GWEI: feeCapWei } = config;
  const contracts = { FORWARDER_ADDRESS: forwarderAddress, REGISTRY_ADDRESS: registryAddress };
  const shownRpcUrl = config.RPC_URL.map(maskUrl).join(", ");

  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = config;
  const ledger = await createLedger({ databaseUrl, dataDir, clock, logger });
  const { requests, counters, readSpending } = ledger;
  const timeoutMs = config.RPC_TIMEOUT_SECONDS * 1000;
  const chain = createChain({ rpcUrls: config.RPC_URL, forwarderAddress, wallet, clock, timeoutMs });
  const connection = createConnection({ chain, contracts, logger });
  const metrics = createMetrics();
  const relayMetrics = createRelayMetrics({
    registry: metrics.registry,
    gauges: {
      inFlight: () => requests.countInFlight(wallet),
      balanceEth: async () => Number(formatEther(await chain.readBalance())),
      budgetLeftEth: async () => Number(formatEther(toRemaining(budgetWei, await readSpending()))),
    },
  });

  const common = { chain, connection, ledger, clock, forwarderAddress, feeCapWei, logger };
  const sender = createSender({ ...common, account, budgetWei, timing, metrics: relayMetrics });
  const relay = createRelay({
    ...common,
    sender,
    rules: createRelayRules({
      counters,
      registryAddress,
      maxRequestGas: config.MAX_REQUEST_GAS,
      limitPerIp: config.RATE_LIMIT_PER_IP,
      limitPerSigner: config.RATE_LIMIT_PER_SIGNER,
      budgetWei,
    }),
    wallet,
    registryAddress,
    timeoutMs: config.RELAY_TIMEOUT_SECONDS * 1000,
  });

  const clientIp = createClientIp({ trustProxyHops: config.TRUST_PROXY });
  const app = createApp({
    metrics,
    logger,
    routes: [
      relayRoute({ relay, clientIp, metrics: relayMetrics }),
      relayOutcomeRoute({ store: requests }),
      nonceRoute({ chain }),
      domainRoute({ connection, forwarderAddress }),
      statusRoute({
        chain,
        readSpending,
        wallet,
        forwarderAddress,
        registryAddress,
        shownRpcUrl,
        budgetWei,
      }),
      readyRoute({ connection, chain, askDatabase: () => requests.countInFlight(wallet) }),
    ],
  });

  return {
    app,
    wallet,
    db: ledger.db,
    start(): void {
      const addresses = { wallet, forwarder: forwarderAddress, registry: registryAddress };
      logger.info({ ...addresses, rpc: shownRpcUrl }, "relayer");
      for (const part of [connection, sender, ledger]) part.start();
    },
    drain: sender.drain,
    async stop(): Promise<void> {
      await Promise.all([connection.stop(), sender.stop()]);
      await ledger.stop();
    },
  };
}
