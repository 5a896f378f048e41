import type { Address, Hex } from "viem";

export type NonceUse = {
  wallet: Address;
  nonce: Hex;
  /** Seconds since the epoch; some time after the proof itself has expired. */
  expiresAt: number;
};

/**
 * Remembers which nonces were used. Providers that run as several processes share one, for example
 * on Redis with `SET key 1 NX EX`: otherwise a request could be replayed to each of them once.
 */
export type NonceStore = {
  /** `used`: it was taken before, or may have been. `full`: it cannot be remembered, so the request must be refused. */
  take(use: NonceUse): Promise<"taken" | "used" | "full"> | "taken" | "used" | "full";
};

type Options = { maxPerWallet?: number; maxTotal?: number; now?: () => number };

/**
 * Nonces in memory. A full store refuses instead of forgetting, since a forgotten nonce can be replayed.
 * No single agent can fill it for the others.
 */
export function createMemoryNonceStore({
  maxPerWallet = 5_000,
  maxTotal = 200_000,
  now = systemNow,
}: Options = {}): NonceStore {
  const byWallet = new Map<string, Map<Hex, number>>();
  let total = 0;
  let sweepAt = 0;

  function sweep(time: number): void {
    for (const [wallet, nonces] of byWallet) {
      for (const [nonce, expiresAt] of nonces) {
        if (expiresAt >= time) continue;
        nonces.delete(nonce);
        total--;
      }
      if (nonces.size === 0) byWallet.delete(wallet);
    }
  }

  return {
    take({ wallet, nonce, expiresAt }) {
      const time = now();
      // At most once a second, however full it is.
      if (time > sweepAt) {
        sweep(time);
        sweepAt = time;
      }
      // The store has forgotten whether it was used.
      if (expiresAt < time) return "used";
      const nonces = byWallet.get(wallet) ?? new Map<Hex, number>();
      if (nonces.has(nonce)) return "used";
      if (total >= maxTotal || nonces.size >= maxPerWallet) return "full";
      nonces.set(nonce, expiresAt);
      byWallet.set(wallet, nonces);
      total++;
      return "taken";
    },
  };
}

function systemNow(): number {
  return Math.floor(Date.now() / 1000);
}
