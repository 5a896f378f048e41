import { type Clock, toRetryAfterSeconds } from "@agent-registry/service";
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Address } from "viem";
import { isInFlight, type LedgerSchema, type LedgerTransaction, locked } from "./schema.ts";

const HOUR_MS = 60 * 60 * 1000;

export type Limit = { key: string; limit: number };
/** A limit of which nothing more can be taken, and when its hour is over. */
export type FullLimit = Limit & { retryAfterSeconds: number };
export type Counters = ReturnType<typeof createCounters>;

/** Counts by the hour; a key's hour starts with its first request. */
export function createCounters({ db, clock }: { db: Kysely<LedgerSchema>; clock: Clock }) {
  return {
    /** Counts one for each, in the order given, up to the first that is full; returns that one. */
    async take(limits: readonly Limit[]): Promise<FullLimit | null> {
      return await locked(db, async (locking) => {
        const counters = await readCounters({ db: locking, clock, limits });
        const full = counters.take(limits);
        await counters.write(locking);
        return full;
      });
    },

    async dropOld(): Promise<void> {
      await db
        .deleteFrom("relay_counter")
        .where("started_at", "<=", clock.now() - HOUR_MS)
        .execute();
    },
  };
}

export type CountersView = Awaited<ReturnType<typeof readCounters>>;

type Row = { taken: number; startedAtMs: number };
type Asked = { db: Kysely<LedgerSchema>; clock: Clock; limits: readonly Limit[] };

/**
 * The counters of these limits, read at once. Under the ledger's lock they stay as they are until what was taken is
 * written, so that the last place is given once, however many requests and processes ask at once.
 */
export async function readCounters({ db, clock, limits }: Asked) {
  const nowMs = clock.now();
  const rows = await readRows({ db, keys: [...new Set(limits.map(({ key }) => key))], nowMs });
  const changed = new Map<string, Row>();
  const isFull = ({ key, limit }: Limit) => (rows.get(key)?.taken ?? 0) >= limit;

  /** A limit of zero has no hour that ends: asking once an hour is often enough. */
  function toFull(limit: Limit): FullLimit {
    const endsAtMs = (rows.get(limit.key)?.startedAtMs ?? nowMs) + HOUR_MS;
    return { ...limit, retryAfterSeconds: toRetryAfterSeconds({ endsAtMs, nowMs }) };
  }

  return {
    /** Those of which nothing more can be taken. */
    findFull: (asked: readonly Limit[]): FullLimit[] => asked.filter(isFull).map(toFull),

    /** Counts one for each, in the order given, up to the first that is full; returns that one. */
    take(asked: readonly Limit[]): FullLimit | null {
      for (const limit of asked) {
        if (isFull(limit)) return toFull(limit);
        const { taken = 0, startedAtMs = nowMs } = rows.get(limit.key) ?? {};
        const next = { taken: taken + 1, startedAtMs };
        rows.set(limit.key, next);
        changed.set(limit.key, next);
      }
      return null;
    },

    write: (locking: LedgerTransaction) => writeRows(locking, changed),
  };
}

type Keys = { db: Kysely<LedgerSchema>; keys: string[]; nowMs: number };

/** The counters whose hour is not over, by their keys. */
async function readRows({ db, keys, nowMs }: Keys): Promise<Map<string, Row>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom("relay_counter")
    .select(["key", "taken", "started_at"])
    .where("key", "in", keys)
    .where("started_at", ">", nowMs - HOUR_MS)
    .execute();
  return new Map(
    rows.map((row) => [row.key, { taken: Number(row.taken), startedAtMs: Number(row.started_at) }]),
  );
}

async function writeRows(db: LedgerTransaction, rows: ReadonlyMap<string, Row>): Promise<void> {
  if (rows.size === 0) return;
  const values = [...rows].map(([key, row]) => sql`(${key}, ${row.startedAtMs}, ${row.taken})`);
  await sql`
    insert into relay_counter (key, started_at, taken) values ${sql.join(values)}
    on conflict (key) do update set started_at = excluded.started_at, taken = excluded.taken
  `.execute(db);
}

/** The key of a signer's hourly counter. */
export function toSignerKey(signer: Address): string {
  return `signer:${signer.toLowerCase()}`;
}

/**
 * A text that is another one as soon as any process has counted, accepted or finished a request of the signer:
 * what was read before of its nonce may be old then.
 */
export async function readSignerActivity({ db, signer }: { db: Kysely<LedgerSchema>; signer: Address }) {
  const counter = await db
    .selectFrom("relay_counter")
    .select(["started_at", "taken"])
    .where("key", "=", toSignerKey(signer))
    .executeTakeFirst();
  const inFlight = await db
    .selectFrom("relay_request")
    .select("digest")
    .where("signer", "=", signer)
    .where(isInFlight)
    .execute();
  return [counter?.started_at, counter?.taken, ...inFlight.map(({ digest }) => digest).sort()].join(" ");
}
