import type { NameResponse } from "@agent-registry/protocol";
import type { Clock, Logger } from "@agent-registry/service";
import type { Address } from "viem";
import { RpcError } from "../chain/rpc-error.ts";
import { findCheckedName } from "./find-checked-name.ts";
import type { NameSource } from "./name-source.ts";

const MINUTE_MS = 60_000;
const TTL_MS = { found: 60 * MINUTE_MS, none: 10 * MINUTE_MS, failed: MINUTE_MS };
const MAX_KEPT = 10_000;
/** The nodes are the operator's, and anybody may ask: each look-up is up to eight calls. */
const LOOKUPS_PER_MINUTE = 60;
const LOOKUPS_AT_ONCE = 8;

export type FoundName = Pick<NameResponse, "name" | "source"> & { checkedAtMs: number; expiresAtMs: number };

/** Too many look-ups for now. */
export class TooManyLookups extends Error {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super("Too many names are being looked up");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export type Names = ReturnType<typeof createNames>;

type NamesDeps = {
  /** In the order in which they are asked; none: nobody has a name. */
  sources: readonly NameSource[];
  /** Whether the address has code on the register's own chain. */
  isContract: (address: Address, signal: AbortSignal) => Promise<boolean>;
  clock: Clock;
  logger: Logger;
  /** How long a look-up may take, all in all. */
  lookupMs: number;
};

type Outcome = keyof typeof TTL_MS;

/** The names by which people know an address: kept for a while, and asked for seldom enough for any node. */
export function createNames({ sources, isContract, clock, logger, lookupMs }: NamesDeps) {
  const kept = new Map<Address, FoundName>();
  const pending = new Map<Address, Promise<FoundName>>();
  const counts: Record<Outcome | "refused", number> = { found: 0, none: 0, failed: 0, refused: 0 };
  let lookups = { count: 0, endsAtMs: 0 };

  /** Counts in fixed windows of a minute. */
  function requireTurn(): void {
    const nowMs = clock.now();
    if (nowMs >= lookups.endsAtMs) lookups = { count: 0, endsAtMs: nowMs + MINUTE_MS };
    const isOverRate = lookups.count >= LOOKUPS_PER_MINUTE;
    if (isOverRate || pending.size >= LOOKUPS_AT_ONCE) {
      counts.refused += 1;
      throw new TooManyLookups(isOverRate ? Math.ceil((lookups.endsAtMs - nowMs) / 1000) : 1);
    }
    lookups.count += 1;
  }

  async function ask(address: Address): Promise<{ outcome: Outcome } & Pick<FoundName, "name" | "source">> {
    const signal = AbortSignal.timeout(lookupMs);
    const nobody = { name: null, source: null };
    let outcome: Outcome = "none";
    /** Undefined if it failed, which is said in the log: a name is no reason to refuse an answer. */
    async function attempt<T>(source: string, work: () => Promise<T>): Promise<T | undefined> {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        outcome = "failed";
        logger.warn({ source, reason: error.message, said: error.said }, "A name could not be looked up");
        return undefined;
      }
    }
    // On another chain, a contract's address may be somebody else's.
    const mayHaveName = await attempt("register", async () => !(await isContract(address, signal)));
    if (mayHaveName !== true) return { outcome, ...nobody };
    for (const source of sources) {
      const name = await attempt(source.source, () => findCheckedName({ source, address, signal }));
      if (name !== undefined) return { outcome: "found", name, source: source.source };
    }
    return { outcome, ...nobody };
  }

  async function lookUp(address: Address): Promise<FoundName> {
    try {
      const { outcome, name, source } = await ask(address);
      counts[outcome] += 1;
      const checkedAtMs = clock.now();
      const found = { name, source, checkedAtMs, expiresAtMs: checkedAtMs + TTL_MS[outcome] };
      kept.delete(address);
      if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value as Address);
      kept.set(address, found);
      return found;
    } finally {
      pending.delete(address);
    }
  }

  return {
    counts,

    /** The checked name of an address. Throws `TooManyLookups` if it is not known and may not be asked for. */
    async find(address: Address): Promise<FoundName> {
      const nowMs = clock.now();
      if (sources.length === 0)
        return { name: null, source: null, checkedAtMs: nowMs, expiresAtMs: nowMs + TTL_MS.none };
      const known = kept.get(address);
      if (known !== undefined && nowMs < known.expiresAtMs) return known;
      const running = pending.get(address);
      if (running !== undefined) return running;
      requireTurn();
      const asking = lookUp(address);
      pending.set(address, asking);
      return asking;
    },
  };
}
