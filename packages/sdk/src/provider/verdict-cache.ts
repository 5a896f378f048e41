import { ATTESTATION_VALIDITY_SECONDS, CACHE_TTL_MS } from "@agent-registry/protocol";
import type { Address } from "viem";
import type { KyaVerdict } from "../actions/kya.ts";

/** Short, so that an agent that has just registered, or has just been agreed to, is served soon. */
const REFUSAL_TTL_MS = 5_000;
const MAX_ENTRIES = 10_000;

type Entry = { verdict: Promise<KyaVerdict>; expiresAt: number };
type Options = {
  check: (wallet: Address) => Promise<KyaVerdict>;
  /** Whether the wallet is turned away on this verdict. */
  isRefused: (verdict: KyaVerdict) => boolean;
  now?: () => number;
};

/**
 * Asks the register once per wallet and minute, however many requests come at once. The minute runs
 * from when the register was read, so an answer from the API's own cache is not kept for two.
 */
export function createVerdictCache({ check, isRefused, now = Date.now }: Options) {
  const entries = new Map<Address, Entry>();

  return async function getVerdict(wallet: Address): Promise<KyaVerdict> {
    const known = entries.get(wallet);
    if (known !== undefined && known.expiresAt > now()) return known.verdict;
    const entry: Entry = { verdict: check(wallet), expiresAt: Number.POSITIVE_INFINITY };
    // Evicts the oldest: forgetting a verdict only costs asking again.
    if (entries.size >= MAX_ENTRIES) entries.delete(entries.keys().next().value as Address);
    entries.delete(wallet);
    entries.set(wallet, entry);
    try {
      const verdict = await entry.verdict;
      entry.expiresAt = expiryOf({ verdict, isRefused: isRefused(verdict), now: now() });
      return verdict;
    } catch (error) {
      if (entries.get(wallet) === entry) entries.delete(wallet);
      throw error;
    }
  };
}

function expiryOf(input: { verdict: KyaVerdict; isRefused: boolean; now: number }): number {
  const { verdict, isRefused, now } = input;
  const checkedAt = Math.min(Date.parse(verdict.checkedAt), now);
  if (isRefused || verdict.agent === null) return checkedAt + REFUSAL_TTL_MS;
  const lapsesAt = Date.parse(verdict.agent.lastAttestation) + ATTESTATION_VALIDITY_SECONDS * 1000;
  return Math.min(checkedAt + CACHE_TTL_MS.kya, Math.max(lapsesAt, now));
}
