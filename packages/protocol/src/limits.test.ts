import assert from "node:assert/strict";
import { it } from "node:test";
import * as limits from "./limits.ts";

it("every number that the specification and its decisions fix is as they have it", () => {
  assert.deepEqual(
    { ...limits },
    {
      CHAIN_ID: 84532,
      DEFAULT_RPC_URL: "https://sepolia.base.org",
      ATTESTATION_VALIDITY_SECONDS: 604_800,
      DEFAULT_MAX_GENERATION_DEPTH: 10,
      MAX_OPERATIONAL_SCOPE_BYTES: 1_000,
      MAX_REASON_BYTES: 1_000,
      MAX_NAME_BYTES: 31,
      MAX_AMOUNT: 9_007_199_254_740_991,
      SIGNATURE_BYTES: 65,
      API_PORT: 3000,
      RELAYER_PORT: 3001,
      DASHBOARD_PORT: 3002,
      API_RATE_LIMIT_PER_MINUTE: 60,
      AGENTS_PAGE: { default: 20, max: 100 },
      MAX_SEARCH_LENGTH: 200,
      MAX_BULK_WALLETS: 1_000,
      MAX_BULK_BODY_BYTES: 64 * 1024,
      REVENUE_PAGE: { default: 100, max: 500 },
      LINEAGE_MAX_LEVELS: 15,
      LINEAGE_MAX_CHILDREN: 50,
      LINEAGE_DEPTH_NOTE: "Depth limit of 15 levels reached",
      RECENT_REGISTRATIONS: 10,
      CACHE_TTL_MS: {
        stats: 300_000,
        agent: 300_000,
        agents: 300_000,
        compliance: 300_000,
        revenueAggregate: 300_000,
        lineage: 600_000,
        kya: 60_000,
        kyaProof: 60_000,
        person: 60_000,
      },
      REVENUE_MAX_SILENCE_MS: 60_000,
      RELAY_LIMIT_PER_IP: 20,
      RELAY_LIMIT_PER_SIGNER: 10,
      DAILY_GAS_BUDGET_ETH: "0.05",
      DEFAULT_ATTESTATION_RESERVE: "0.25",
      RELAYER_FLOOD_LIMIT_PER_MINUTE: 600,
      MIN_RELAYER_BALANCE_WEI: 1_000_000_000_000_000n,
      DEFAULT_MAX_REQUEST_GAS: 1_000_000n,
      MAX_RELAY_BODY_BYTES: 65_536,
      SUGGESTED_GAS: { register: 800_000n, other: 200_000n },
    },
  );
});
