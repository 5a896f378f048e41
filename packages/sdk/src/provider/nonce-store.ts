import type { Address } from "viem";
import { systemNow } from "../system-now.ts";
import { requirePositive } from "./require-positive.ts";

export type NonceUse = {
  wallet: Address;
  /** The nonce of the signature: 1 to 128 printable characters. */
  nonce: string;
  /** Seconds since the epoch: the earliest moment at which any process could have taken the nonce. */
  takeableFrom: number;
  /** Seconds since the epoch; some time after the proof itself has expired. */
  expiresAt: number;
};

/**
 * - `used`: it was taken before, or may have been.
 * - `full`: it cannot be remembered, so the request must be refused.
 * - `unknown`: it could have been taken before the store began to remember.
 */
export type NonceTaking = (typeof takings)[number];
const takings = ["taken", "used", "full", "unknown"] as const;

/** What a store said. Throws for anything else. */
export function parseTaking(value: unknown): NonceTaking {
  const taking = takings.find((known) => known === value);
  if (taking === undefined) throw new Error("The nonce store gave an answer that cannot be understood");
  return taking;
}

/**
 * Remembers which nonces were used. Providers that run as several processes share one (`nonce-store-postgres`,
 * `nonce-store-redis`): otherwise a request could be replayed to each of them once.
 */
export type NonceStore = {
  take(use: NonceUse): Promise<NonceTaking> | NonceTaking;
};

type Options = {
  maxPerWallet?: number;
  maxTotal?: number;
  /**
   * For development alone: proofs are taken from the first moment on. A proof that the process before this one took is
   * taken again for as long as it holds, so in production a request could be replayed after each restart.
   */
  allowReplayAfterStart?: boolean;
  now?: () => number;
};

/** How far apart the clocks of processes that share a store may be, the time in which it has to answer included. */
export const MAX_CLOCK_DIFFERENCE_SECONDS = 15;

/** How many live nonces of one wallet a store remembers: some 45 requests a second. */
export const MAX_NONCES_PER_WALLET = 5_000;

/**
 * Nonces in memory. A full store refuses instead of forgetting, since a forgotten nonce can be replayed.
 * No single agent can fill it for the others. What a process before this one may have taken is not taken again.
 */
export function createMemoryNonceStore(options: Options = {}): NonceStore {
  const { now = systemNow } = options;
  const maxPerWallet = requirePositive(options, { name: "maxPerWallet", byDefault: MAX_NONCES_PER_WALLET });
  const maxTotal = requirePositive(options, { name: "maxTotal", byDefault: 200_000 });
  const byWallet = new Map<string, Map<string, number>>();
  const startedAt = now();
  const takesFrom = options.allowReplayAfterStart === true ? Number.NEGATIVE_INFINITY : startedAt;
  let total = 0;
  let time = startedAt;

  function sweep(): void {
    for (const [wallet, nonces] of byWallet) {
      for (const [nonce, expiresAt] of nonces) {
        if (expiresAt >= time) continue;
        nonces.delete(nonce);
        total--;
      }
      // Stryker disable next-line ConditionalExpression,CallExpression: Only memory: a wallet without live nonces is treated as one that was never seen.
      if (nonces.size === 0) byWallet.delete(wallet);
    }
  }

  return {
    take({ wallet, nonce, takeableFrom, expiresAt }) {
      // Never backwards: if the clock is set back, nonces that were forgotten must not look new.
      const latest = Math.max(time, now());
      // At most once a second, however full it is.
      if (latest > time) {
        time = latest;
        sweep();
      }
      // The store has forgotten whether it was used.
      if (expiresAt < time) return "used";
      // Stryker disable next-line MethodExpression: Keys are only compared with each other: any one case of letters serves.
      const key = wallet.toLowerCase();
      const nonces = byWallet.get(key) ?? new Map<string, number>();
      if (nonces.has(nonce)) return "used";
      if (takeableFrom <= takesFrom) return "unknown";
      if (total >= maxTotal || nonces.size >= maxPerWallet) return "full";
      nonces.set(nonce, expiresAt);
      byWallet.set(key, nonces);
      total++;
      return "taken";
    },
  };
}
