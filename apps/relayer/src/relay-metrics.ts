import { within } from "@agent-registry/service";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";

const READ_TIMEOUT_MS = 2_000;

export type RelayMetrics = ReturnType<typeof createRelayMetrics>;

/** What each gauge shows. */
const GAUGES = {
  agent_registry_relay_in_flight: "Requests accepted and not finished",
  agent_registry_relay_oldest_in_flight_seconds:
    "Seconds since the oldest request that is not finished was accepted; 0 if there is none",
  agent_registry_relay_gas_price_gwei: "Base fee and tip of the chain, as estimated for the next block",
  agent_registry_relay_daily_budget_eth: "What may be spent in 24 hours",
  agent_registry_relay_wallet_balance_eth: "Balance of the relayer's wallet",
  agent_registry_relay_budget_left_eth: "What is left of the daily budget",
  agent_registry_relay_budget_left_for_others_eth: "What is left of it for requests that are no attestation",
  agent_registry_relay_attestation_reserve_eth: "The part of the daily budget that only attestations may use",
} as const;

type Gauges = Record<keyof typeof GAUGES, () => Promise<number>>;

/** What an operator of a relayer watches. Gauges are read when they are asked for. */
export function createRelayMetrics({ registry, gauges }: { registry: Registry; gauges: Gauges }) {
  const registers = [registry];
  for (const [name, help] of Object.entries(GAUGES)) {
    const read = gauges[name as keyof Gauges];
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        // Metrics must answer soon even if chain or database do not.
        this.set(await within(READ_TIMEOUT_MS, read).catch(() => Number.NaN));
      },
    });
  }

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
}
