/** Every number that the specification fixes, in one place. */

export const CHAIN_ID = 84532;
export const DEFAULT_RPC_URL = "https://sepolia.base.org";

export const ATTESTATION_VALIDITY_SECONDS = 7 * 24 * 60 * 60;
export const DEFAULT_MAX_GENERATION_DEPTH = 10;
export const MAX_OPERATIONAL_SCOPE_BYTES = 1_000;
export const MAX_REASON_BYTES = 1_000;
/** Currency and category names. */
export const MAX_NAME_BYTES = 31;
/** The largest amount that is an exact JSON number. */
export const MAX_AMOUNT = Number.MAX_SAFE_INTEGER;
export const SIGNATURE_BYTES = 65;

export const API_PORT = 3000;
export const RELAYER_PORT = 3001;
export const DASHBOARD_PORT = 3002;

export const API_RATE_LIMIT_PER_MINUTE = 60;
export const AGENTS_PAGE = { default: 20, max: 100 } as const;
export const MAX_SEARCH_LENGTH = 200;
/** Wallets in one question, and its length: a thousand wallets take 45 kB. */
export const MAX_BULK_WALLETS = 1_000;
export const MAX_BULK_BODY_BYTES = 64 * 1024;
export const REVENUE_PAGE = { default: 100, max: 500 } as const;
export const LINEAGE_MAX_LEVELS = 15;
export const LINEAGE_MAX_CHILDREN = 50;
/** In one answer: families may be as large as the register. Upper levels come first; what is left out is noted. */
export const LINEAGE_MAX_NODES = 200_000;
/** In characters: a lineage may hold very many agents, and each scope may be a thousand bytes long. */
export const LINEAGE_MAX_SCOPE_LENGTH = 200;
/** The note of a node whose children lie below the last level. */
export const LINEAGE_DEPTH_NOTE = `Depth limit of ${LINEAGE_MAX_LEVELS} levels reached`;
export const RECENT_REGISTRATIONS = 10;

const MINUTE_MS = 60_000;
export const CACHE_TTL_MS = {
  stats: 5 * MINUTE_MS,
  agent: 5 * MINUTE_MS,
  agents: 5 * MINUTE_MS,
  compliance: 5 * MINUTE_MS,
  revenueAggregate: 5 * MINUTE_MS,
  lineage: 10 * MINUTE_MS,
  kya: MINUTE_MS,
  kyaProof: MINUTE_MS,
  person: 10_000,
} as const;
/** From an index that has had no answer from any RPC node for this long, no KYA is answered and nothing is signed. */
export const KYA_MAX_SILENCE_MS = MINUTE_MS;
/** Revenue is not cached; without an answer from any RPC node it is refused after this long. */
export const REVENUE_MAX_SILENCE_MS = MINUTE_MS;

export const RELAY_LIMIT_PER_IP = 20;
export const RELAY_LIMIT_PER_SIGNER = 10;
export const DAILY_GAS_BUDGET_ETH = "0.05";
/** The share of the daily budget that only attestations may use. */
export const DEFAULT_ATTESTATION_RESERVE = "0.25";
export const RELAYER_FLOOD_LIMIT_PER_MINUTE = 600;
export const MIN_RELAYER_BALANCE_WEI = 1_000_000_000_000_000n;
export const DEFAULT_MAX_REQUEST_GAS = 1_000_000n;
export const MAX_RELAY_BODY_BYTES = 64 * 1024;

/** Gas limits that suit a signed request of each kind; a little above what the call needs. */
export const SUGGESTED_GAS = { register: 800_000n, other: 200_000n } as const;

/** Each is two more slots of a storage proof. */
export const MAX_POLICY_NOTARIES = 8;
