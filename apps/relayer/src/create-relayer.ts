import { maskUrl } from "@agent-registry/protocol";
import {
  type Clock,
  createClientIp,
  createMetrics,
  type Logger,
  openDatabase,
  systemClock,
} from "@agent-registry/service";
import { formatEther } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { createApp } from "./app.ts";
import { createConnection } from "./chain/connection.ts";
import { createChain } from "./chain/create-chain.ts";
import { createDataFee } from "./chain/data-fee.ts";
import { createRecentRead } from "./chain/recent-read.ts";
import { createChecks } from "./checks/index.ts";
import { localSignature } from "./checks/signature.ts";
import type { RelayerConfig } from "./config.ts";
import { readSpending } from "./ledger/budget.ts";
import { createCounters } from "./ledger/counters.ts";
import { createHousekeeping } from "./ledger/housekeeping.ts";
import { createRequestStore } from "./ledger/request-store.ts";
import { type LedgerSchema, migrations } from "./ledger/schema.ts";
import { createTransactionStore } from "./ledger/transaction-store.ts";
import { createAcceptRequest } from "./relay/accept-request.ts";
import { createRelay } from "./relay/create-relay.ts";
import { createSignal } from "./relay/signal.ts";
import { createWorstCase } from "./relay/worst-case.ts";
import { createRelayMetrics } from "./relay-metrics.ts";
import { domainRoute } from "./routes/domain.ts";
import { nonceRoute } from "./routes/nonce.ts";
import { readyRoute } from "./routes/ready.ts";
import { relayRoute } from "./routes/relay.ts";
import { relayOutcomeRoute } from "./routes/relay-outcome.ts";
import { statusRoute, toRemaining } from "./routes/status.ts";
import { createTransactionMaker } from "./send/create-transaction.ts";
import { createDispatcher } from "./send/dispatcher.ts";
import { createLeftBehind } from "./send/left-behind.ts";
import { createReplacer } from "./send/replace-transaction.ts";
import { createSettleMined } from "./send/settle-mined.ts";
import { defaultTiming, type Timing } from "./send/timing.ts";
import { createWaiters } from "./send/waiters.ts";
import { createWatcher } from "./send/watcher.ts";

const DRAIN_MS = 8_000;
/** Half a block: prices change by an eighth with a block at most, and bids leave room for more. */
const MARKET_FRESH_MS = 1_000;

type RelayerOptions = {
  config: RelayerConfig;
  logger: Logger;
  clock?: Clock;
  timing?: Partial<Timing>;
};

/** Builds the relayer from its parts; nothing runs until `start`. */
export async function createRelayer({ config, logger, clock = systemClock, timing: given }: RelayerOptions) {
  const account = privateKeyToAccount(config.RELAYER_KEY);
  const wallet = account.address;
  const forwarderAddress = config.FORWARDER_ADDRESS;
  const registryAddress = config.REGISTRY_ADDRESS;
  const budgetWei = config.DAILY_GAS_BUDGET;
  const feeCapWei = config.MAX_FEE_PER_GAS_GWEI;
  const timing = { ...defaultTiming, ...given };

  const database = await openDatabase<LedgerSchema>({
    databaseUrl: config.DATABASE_URL,
    dataDir: config.DATA_DIR,
    fileName: "relayer.sqlite",
    migrations,
    onWait: (reason) => logger.warn({ reason }, "the database is out of reach; it is tried again"),
  });
  const { db } = database;
  const requests = createRequestStore({ db, clock });
  const transactions = createTransactionStore({ db, clock });
  const counters = createCounters({ db, clock });

  const chain = createChain({
    rpcUrls: config.RPC_URL,
    forwarderAddress,
    wallet,
    clock,
    timeoutMs: config.RPC_TIMEOUT_SECONDS * 1000,
  });
  const contracts = { FORWARDER_ADDRESS: forwarderAddress, REGISTRY_ADDRESS: registryAddress };
  const connection = createConnection({ chain, contracts, logger });
  const dataFee = createDataFee({ chain });
  const readMarket = createRecentRead({ read: chain.readMarket, freshMs: MARKET_FRESH_MS });

  const metrics = createMetrics();
  const relayMetrics = createRelayMetrics({
    registry: metrics.registry,
    gauges: {
      inFlight: () => requests.countInFlight(wallet),
      balanceEth: async () => Number(formatEther(await chain.readBalance())),
      budgetLeftEth: async () =>
        Number(formatEther(toRemaining(budgetWei, await readSpending({ db, clock })))),
    },
  });

  const waiters = createWaiters({ store: requests });
  const settled = createSignal();
  const sending = { db, clock, account, forwarderAddress, feeCapWei, budgetWei };
  const dispatcher = createDispatcher({
    chain,
    readMarket,
    connection,
    dataFee,
    clock,
    wallet,
    requests,
    transactions,
    createTransaction: createTransactionMaker(sending),
    onSent: (sent) => watcher.noteSent(sent),
    onChange: () => watcher.wake(),
    metrics: relayMetrics,
    logger,
  });
  const settleMined = createSettleMined({ chain, requests, transactions, forwarderAddress, logger });
  const watcher = createWatcher({
    chain,
    dataFee,
    clock,
    wallet,
    feeCapWei,
    transactions,
    waiters,
    settleMined,
    replaceTransaction: createReplacer(sending),
    timing,
    onSettled: (liveCount) => {
      dispatcher.notifySettled(liveCount);
      settled.notify();
    },
    metrics: relayMetrics,
    logger,
  });

  const checks = createChecks({
    counters,
    registryAddress,
    limitPerIp: config.RATE_LIMIT_PER_IP,
    limitPerSigner: config.RATE_LIMIT_PER_SIGNER,
    budgetWei,
  });
  const relay = createRelay({
    chain,
    connection,
    localSignature,
    checks,
    forwarderAddress,
    registryAddress,
    store: requests,
    acceptRequest: createAcceptRequest({ db, clock, wallet, checks: checks.underLock }),
    readWorstCase: createWorstCase({ readMarket, dataFee, feeCapWei }),
    waiters,
    timeoutMs: config.RELAY_TIMEOUT_SECONDS * 1000,
    onAccepted: () => dispatcher.notify(),
    settled,
    logger,
  });

  const clientIp = createClientIp({ trustProxyHops: config.TRUST_PROXY });
  const shownRpcUrl = config.RPC_URL.map(maskUrl).join(", ");
  const app = createApp({
    metrics,
    logger,
    routes: [
      relayRoute({ relay, clientIp, maxRequestGas: config.MAX_REQUEST_GAS, metrics: relayMetrics }),
      relayOutcomeRoute({ store: requests }),
      nonceRoute({ chain }),
      domainRoute({ connection, forwarderAddress }),
      statusRoute({
        chain,
        readSpending: () => readSpending({ db, clock }),
        wallet,
        forwarderAddress,
        registryAddress,
        shownRpcUrl,
        budgetWei,
      }),
      readyRoute({ connection, chain, askDatabase: () => requests.countInFlight(wallet) }),
    ],
  });
  const housekeeping = createHousekeeping({ db, clock, counters, logger });
  const leftBehind = createLeftBehind({
    clock,
    wallet,
    requests,
    transactions,
    settleMined,
    onSettled: settled.notify,
    logger,
  });

  return {
    app,
    wallet,
    db,
    start(): void {
      logger.info(
        { wallet, forwarder: forwarderAddress, registry: registryAddress, rpc: shownRpcUrl },
        "relayer",
      );
      connection.start();
      dispatcher.start();
      watcher.wake();
      housekeeping.start();
      leftBehind.start();
    },

    /** Waits until nobody waits any more; whoever still does after a while is told what is known. */
    async drain(): Promise<void> {
      const deadline = performance.now() + DRAIN_MS;
      while (waiters.count() > 0 && performance.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      waiters.giveUp();
    },

    async stop(): Promise<void> {
      const parts = [connection, dispatcher, watcher, housekeeping, leftBehind];
      await Promise.all(parts.map((part) => part.stop()));
      await database.close();
    },
  };
}
