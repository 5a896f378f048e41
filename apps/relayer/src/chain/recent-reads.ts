import type { Clock } from "@agent-registry/service";
import { type Address, getAddress } from "viem";

const RECENT_MS = 1_000;
const MAX_KEYS = 10_000;

type Read<T> = { version: string; startedAt: number; result: Promise<T> };
type RecentReadsOptions<T> = {
  read: (key: string) => Promise<T>;
  clock: Clock;
  ttlMs?: number;
  maxKeys?: number;
};

export type RecentReads<T> = ReturnType<typeof createRecentReads<T>>;

/**
 * Lets callers share a read that began within the last `ttlMs`, a second by default: many questions must not become as many calls to
 * the node. Failures are not kept.
 */
export function createRecentReads<T>(options: RecentReadsOptions<T>) {
  const { read, clock, ttlMs = RECENT_MS, maxKeys = MAX_KEYS } = options;
  const reads = new Map<string, Read<T>>();

  function isRecent({ startedAt }: Read<T>): boolean {
    const ageMs = clock.now() - startedAt;
    return ageMs >= 0 && ageMs < ttlMs;
  }

  function start(key: string, version: string): Promise<T> {
    const started = { version, startedAt: clock.now(), result: read(key) };
    // Set anew, so that the first key of the map is the one that was read the longest ago.
    reads.delete(key);
    reads.set(key, started);
    const [oldest] = reads.keys();
    if (reads.size > maxKeys && oldest !== undefined) reads.delete(oldest);
    started.result.catch(() => {
      if (reads.get(key) === started) reads.delete(key);
    });
    return started.result;
  }

  return {
    size: () => reads.size,

    /** What was read for another version is read again. */
    get(key = "", version = ""): Promise<T> {
      const known = reads.get(key);
      return known?.version === version && isRecent(known) ? known.result : start(key, version);
    },

    forget(key: string): void {
      reads.delete(key);
    },
  };
}

type SignerNoncesDeps = {
  chain: { readForwarderNonce(signer: Address): Promise<bigint> };
  clock: Clock;
  /** Another text after each request of the signer, whichever process took it. */
  readActivity: (signer: Address) => Promise<string>;
};

export type SignerNonces = ReturnType<typeof createSignerNonces>;

/** The nonces that signers have to use next. A second old at most, and never older than a request of the signer. */
export function createSignerNonces({ chain, clock, readActivity }: SignerNoncesDeps) {
  const recent = createRecentReads({ read: (key) => chain.readForwarderNonce(getAddress(key)), clock });
  return {
    read: async (signer: Address): Promise<bigint> => recent.get(signer, await readActivity(signer)),
    /** A request of the signer was answered: the chain may know another nonce now. */
    forget: (signer: Address) => recent.forget(signer),
  };
}
