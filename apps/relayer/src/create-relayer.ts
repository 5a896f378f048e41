import { maskUrl } from "@agent-registry/protocol";
import { type Clock, createClientIp, createMetrics, type Logger, systemClock } from "@agent-registry/service";
import { formatEther, formatGwei } from "viem";
import { createApp } from "./app.ts";
import { createConnection } from "./chain/connection.ts";
import { createChain } from "./chain/create-chain.ts";
import { createRecentReads, createSignerNonces } from "./chain/recent-reads.ts";
import { createRelayRules } from "./checks/relay-rules.ts";
import type { RelayerConfig } from "./config.ts";
import { createSignerRecovery } from "./fast/recover-in-thread.ts";
import { createLedger } from "./ledger/create-ledger.ts";
import { floodGuard } from "./middleware.ts";
import { createRelay } from "./relay/create-relay.ts";
import { createRelayMetrics } from "./relay-metrics.ts";
import { readyRoute } from "./routes/ready.ts";
import { relayOutcomeRoute, relayRoute } from "./routes/relay.ts";
import { domainRoute, nonceRoute } from "./routes/signing.ts";
import { statusRoute, toRemaining } from "./routes/status.ts";
import { createSender } from "./send/create-sender.ts";
import { createRequestIds } from "./send/waiters.ts";
import type { Timing } from "./send/watcher.ts";
import { openAccount } from "./signing/open-account.ts";
import type { Prices } from "./transaction/fees.ts";

type RelayerOptions = {
  config: RelayerConfig;
  logger: Logger;
  clock?: Clock;
  timing?: Partial<Timing>;
  /** Whether the process is being stopped, so that load balancers are to ask others. */
  isStopping?: () => boolean;
};

/** Builds the relayer from its parts; nothing runs until `start`. */
export async function createRelayer(options: RelayerOptions) {
  const { config, logger, clock = systemClock, timing = {}, isStopping = () => false } = options;
  const timeoutMs = config.RPC_TIMEOUT_SECONDS * 1000;
  const account = await openAccount({
    settings: config,
    clock,
    timeoutMs,
    onFailure({ message, reason, details }) {
      relayMetrics.signerFailures.inc({ reason });
      logger.warn({ reason, details }, message);
    },
  });
  const wallet = account.address;
  const { FORWARDER_ADDRESS: forwarderAddress, REGISTRY_ADDRESS: registryAddress } = config;
  const { DAILY_GAS_BUDGET: budgetWei, MAX_FEE_PER_GAS_GWEI: feeCapWei } = config;
  const attestationReserveWei = toShare(budgetWei, config.ATTESTATION_RESERVE);
  const contracts = { FORWARDER_ADDRESS: forwarderAddress, REGISTRY_ADDRESS: registryAddress };
  const shownRpcUrl = config.RPC_URL.map(maskUrl).join(", ");

  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = config;
  const ledger = await createLedger({ databaseUrl, dataDir, clock, logger });
  const { requests, counters, readSpending, readSignerActivity } = ledger;
  const chain = createChain({ rpcUrls: config.RPC_URL, forwarderAddress, wallet, clock, timeoutMs });
  const connection = createConnection({ chain, contracts, clock, logger });
  const nonces = createSignerNonces({ chain, clock, readActivity: readSignerActivity });
  const metrics = createMetrics();
  const recentBalance = createRecentReads({ read: () => chain.readBalance(), clock });
  const readLeftEth = async (ofWei: bigint) => Number(formatEther(toRemaining(ofWei, await readSpending())));
  const relayMetrics = createRelayMetrics({
    registry: metrics.registry,
    gauges: {
      agent_registry_relay_in_flight: () => requests.countInFlight(wallet),
      agent_registry_relay_oldest_in_flight_seconds: () => requests.readOldestAgeSeconds(wallet),
      agent_registry_relay_gas_price_gwei: async () => toGasPriceGwei(await chain.readRecentPrices()),
      agent_registry_relay_daily_budget_eth: async () => Number(formatEther(budgetWei)),
      agent_registry_relay_wallet_balance_eth: async () => Number(formatEther(await recentBalance.get())),
      agent_registry_relay_budget_left_eth: () => readLeftEth(budgetWei),
      agent_registry_relay_budget_left_for_others_eth: () => readLeftEth(budgetWei - attestationReserveWei),
      agent_registry_relay_attestation_reserve_eth: async () => Number(formatEther(attestationReserveWei)),
    },
  });

  const recovery = createSignerRecovery({ logger });
  const requestIds = createRequestIds();
  const common = { chain, connection, ledger, requestIds, clock, forwarderAddress, feeCapWei, logger };
  const sender = createSender({ ...common, account, budgetWei, timing, metrics: relayMetrics });
  const relay = createRelay({
    ...common,
    sender,
    nonces,
    rules: createRelayRules({
      recoverSigner: recovery.recover,
      counters,
      registryAddress,
      maxRequestGas: config.MAX_REQUEST_GAS,
      limitPerIp: config.RATE_LIMIT_PER_IP,
      limitPerSigner: config.RATE_LIMIT_PER_SIGNER,
      budgetWei,
      attestationReserveWei,
    }),
    wallet,
    registryAddress,
    timeoutMs: config.RELAY_TIMEOUT_SECONDS * 1000,
  });

  const clientIp = createClientIp({ trustProxyHops: config.TRUST_PROXY });
  const app = createApp({
    metrics,
    hasMetricsPort: config.METRICS_PORT !== undefined,
    logger,
    floodGuard: floodGuard({ limitPerMinute: config.FLOOD_LIMIT_PER_MINUTE, clientIp, clock }),
    allowedOrigins: config.ALLOWED_ORIGINS,
    routes: [
      relayRoute({ relay, clientIp, metrics: relayMetrics }),
      relayOutcomeRoute({ store: requests }),
      nonceRoute({ nonces }),
      domainRoute({ connection, forwarderAddress }),
      statusRoute({
        chain,
        clock,
        readSpending,
        wallet,
        forwarderAddress,
        registryAddress,
        shownRpcUrl,
        budgetWei,
      }),
      readyRoute({
        connection,
        chain,
        clock,
        metrics,
        isStopping,
        askDatabase: () => requests.countInFlight(wallet),
        findSignerProblem: account.findProblem,
      }),
    ],
  });

  return {
    app,
    metrics,
    wallet,
    db: ledger.db,
    start(): void {
      const addresses = { wallet, forwarder: forwarderAddress, registry: registryAddress };
      logger.info({ ...addresses, rpc: shownRpcUrl }, "relayer");
      for (const part of [connection, sender, ledger]) part.start();
    },
    drain: sender.drain,
    async stop(): Promise<void> {
      await Promise.all([connection.stop(), sender.stop(), recovery.stop()]);
      await ledger.stop();
    },
  };
}

/** What a transaction pays for its gas in the next block. */
function toGasPriceGwei({ feeEstimate }: Prices): number {
  return Number(formatGwei(feeEstimate.baseFeePerGas + feeEstimate.tip));
}

/** A share is given in millionths, so that it is taken of wei exactly. */
function toShare(wei: bigint, millionths: bigint): bigint {
  return (wei * millionths) / 1_000_000n;
}
