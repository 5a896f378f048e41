import { type Clock, toRetryAfterSeconds } from "@agent-registry/service";
import type { Kysely } from "kysely";
import { sql } from "kysely";
import { grouped } from "../grouped.ts";
import { type LedgerSchema, type LedgerTransaction, locked } from "./schema.ts";

const HOUR_MS = 60 * 60 * 1000;

export type Limit = { key: string; limit: number };
/** A limit of which nothing more can be taken, and when its hour is over. */
export type FullLimit = Limit & { retryAfterSeconds: number };
export type Counters = ReturnType<typeof createCounters>;

/** Counts by the hour; a key's hour starts with its first request. */
export function createCounters({ db, clock }: { db: Kysely<LedgerSchema>; clock: Clock }) {
  const takeSoon = grouped({ work: takeAll });
  const findFullSoon = grouped({ work: findAllFull });

  /**
   * Under the lock what was read stays as it is until it is written, so that the last place is given once, however
   * many requests and processes ask at once.
   */
  async function takeAll(asked: (readonly Limit[])[]): Promise<(FullLimit | null)[]> {
    return await locked(db, async (transaction) => {
      const nowMs = clock.now();
      const rows = await readRows({ db: transaction, limits: asked.flat(), nowMs });
      const changed = new Map<string, Row>();
      const results = asked.map((limits) => {
        for (const limit of limits) {
          const row = rows.get(limit.key);
          if ((row?.taken ?? 0) >= limit.limit) return toFull({ limit, row, nowMs });
          const next = { taken: (row?.taken ?? 0) + 1, startedAtMs: row?.startedAtMs ?? nowMs };
          rows.set(limit.key, next);
          changed.set(limit.key, next);
        }
        return null;
      });
      await writeRows(transaction, changed);
      return results;
    });
  }

  async function findAllFull(asked: (readonly Limit[])[]): Promise<FullLimit[][]> {
    const nowMs = clock.now();
    const rows = await readRows({ db, limits: asked.flat(), nowMs });
    return asked.map((limits) =>
      limits
        .filter(({ key, limit }) => (rows.get(key)?.taken ?? 0) >= limit)
        .map((limit) => toFull({ limit, row: rows.get(limit.key), nowMs })),
    );
  }

  return {
    /** Counts one for each, in the order given, up to the first that is full; returns that one. */
    take: (limits: readonly Limit[]): Promise<FullLimit | null> => takeSoon(limits),

    /** Of these limits, those that nothing more can be taken of. Takes nothing. */
    findFull: (limits: readonly Limit[]): Promise<FullLimit[]> => findFullSoon(limits),

    async dropOld(): Promise<void> {
      await db
        .deleteFrom("relay_counter")
        .where("started_at", "<=", clock.now() - HOUR_MS)
        .execute();
    },
  };
}

type Row = { taken: number; startedAtMs: number };
type Asked = { db: Kysely<LedgerSchema>; limits: readonly Limit[]; nowMs: number };

/** The counters whose hour is not over, by their keys. */
async function readRows({ db, limits, nowMs }: Asked): Promise<Map<string, Row>> {
  const keys = [...new Set(limits.map(({ key }) => key))];
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

/** A limit of zero has no hour that ends: asking once an hour is often enough. */
function toFull({ limit, row, nowMs }: { limit: Limit; row: Row | undefined; nowMs: number }): FullLimit {
  const endsAtMs = (row?.startedAtMs ?? nowMs) + HOUR_MS;
  return { ...limit, retryAfterSeconds: toRetryAfterSeconds({ endsAtMs, nowMs }) };
}

async function writeRows(db: LedgerTransaction, rows: ReadonlyMap<string, Row>): Promise<void> {
  if (rows.size === 0) return;
  const values = [...rows].map(([key, row]) => sql`(${key}, ${row.startedAtMs}, ${row.taken})`);
  await sql`
    insert into relay_counter (key, started_at, taken) values ${sql.join(values)}
    on conflict (key) do update set started_at = excluded.started_at, taken = excluded.taken
  `.execute(db);
}
