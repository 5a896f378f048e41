import { within } from "@agent-registry/service";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";

const READ_TIMEOUT_MS = 2_000;

export type RelayMetrics = ReturnType<typeof createRelayMetrics>;

type Gauges = {
  inFlight: () => Promise<number>;
  oldestAgeSeconds: () => Promise<number>;
  gasPriceGwei: () => Promise<number>;
  dailyBudgetEth: () => Promise<number>;
  balanceEth: () => Promise<number>;
  budgetLeftEth: () => Promise<number>;
  budgetLeftForOthersEth: () => Promise<number>;
  attestationReserveEth: () => Promise<number>;
};

/** What an operator of a relayer watches. Gauges are read when they are asked for. */
export function createRelayMetrics({ registry, gauges }: { registry: Registry; gauges: Gauges }) {
  const registers = [registry];
  gauge(
    { name: "agent_registry_relay_in_flight", help: "Requests accepted and not finished" },
    gauges.inFlight,
  );
  gauge(
    {
      name: "agent_registry_relay_oldest_in_flight_seconds",
      help: "Seconds since the oldest request that is not finished was accepted; 0 if there is none",
    },
    gauges.oldestAgeSeconds,
  );
  gauge(
    {
      name: "agent_registry_relay_gas_price_gwei",
      help: "Base fee and tip of the chain, as estimated for the next block",
    },
    gauges.gasPriceGwei,
  );
  gauge(
    { name: "agent_registry_relay_daily_budget_eth", help: "What may be spent in 24 hours" },
    gauges.dailyBudgetEth,
  );
  gauge(
    { name: "agent_registry_relay_wallet_balance_eth", help: "Balance of the relayer's wallet" },
    gauges.balanceEth,
  );
  gauge(
    { name: "agent_registry_relay_budget_left_eth", help: "What is left of the daily budget" },
    gauges.budgetLeftEth,
  );
  gauge(
    {
      name: "agent_registry_relay_budget_left_for_others_eth",
      help: "What is left of it for requests that are no attestation",
    },
    gauges.budgetLeftForOthersEth,
  );
  gauge(
    {
      name: "agent_registry_relay_attestation_reserve_eth",
      help: "The part of the daily budget that only attestations may use",
    },
    gauges.attestationReserveEth,
  );

  return {
    outcomes: new Counter({
      name: "agent_registry_relay_requests_total",
      help: "Relay requests by the status they were answered with",
      labelNames: ["status"],
      registers,
    }),
    seconds: new Histogram({
      name: "agent_registry_relay_duration_seconds",
      help: "Seconds from a relay request to its answer",
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 2, 4, 8, 15, 30, 60],
      registers,
    }),
    batchSize: new Histogram({
      name: "agent_registry_relay_batch_size",
      help: "Requests in one transaction",
      buckets: [1, 2, 4, 8, 16, 32, 64],
      registers,
    }),
    replacements: new Counter({
      name: "agent_registry_relay_replacements_total",
      help: "Transactions sent again at a higher price",
      registers,
    }),
    nonceRepairs: new Counter({
      name: "agent_registry_relay_nonce_repairs_total",
      help: "Times that the wallet's nonces did not agree with the chain",
      registers,
    }),
    signerFailures: new Counter({
      name: "agent_registry_relay_signer_failures_total",
      help: "Transactions that the signer did not sign, or not as asked, by reason",
      labelNames: ["reason"],
      registers,
    }),
  };

  function gauge(about: { name: string; help: string }, read: () => Promise<number>): void {
    new Gauge({
      ...about,
      registers,
      async collect() {
        // Metrics must answer soon even if chain or database do not.
        this.set(await within(READ_TIMEOUT_MS, read).catch(() => Number.NaN));
      },
    });
  }
}
