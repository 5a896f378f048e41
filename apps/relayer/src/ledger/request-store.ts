import { type ForwardRequest, type RelayResponse, toWireRequest } from "@agent-registry/protocol";
import type { Clock } from "@agent-registry/service";
import { type Kysely, type Selectable, sql } from "kysely";
import type { Address, Hex } from "viem";
import { toReservedWei } from "./budget.ts";
import { isInFlight, isQueued, type LedgerSchema, type Refusal } from "./schema.ts";

export type StoredRequest = {
  digest: Hex;
  request: ForwardRequest;
  signature: Hex;
  state: LedgerSchema["relay_request"]["state"];
  failedChecks: number;
  acceptedAt: number;
  transactionHash: Hex | null;
  result: RelayResponse | null;
  refusal: Refusal | null;
};

export type FinishedRequest = Pick<
  StoredRequest,
  "digest" | "state" | "transactionHash" | "result" | "refusal"
>;

export type RequestStore = ReturnType<typeof createRequestStore>;

/** Every request that was accepted, and what became of it. */
export function createRequestStore({ db, clock }: { db: Kysely<LedgerSchema>; clock: Clock }) {
  return {
    async find(digest: Hex): Promise<StoredRequest | undefined> {
      const row = await db
        .selectFrom("relay_request")
        .selectAll()
        .where("digest", "=", digest)
        .executeTakeFirst();
      return row && toStoredRequest(row);
    },

    async findAll(digests: Hex[]): Promise<StoredRequest[]> {
      const rows = await db.selectFrom("relay_request").selectAll().where("digest", "in", digests).execute();
      return rows.map(toStoredRequest);
    },

    /** Those of the given requests that are finished. Reads only what their callers get. */
    async findFinished(digests: Hex[]): Promise<FinishedRequest[]> {
      if (digests.length === 0) return [];
      const rows = await db
        .selectFrom("relay_request")
        .select(["digest", "state", ...OUTCOME_COLUMNS])
        .where("digest", "in", digests)
        .where("state", "in", ["mined", "refused"])
        .execute();
      return rows.map((row) => ({ digest: row.digest as Hex, state: row.state, ...toOutcome(row) }));
    },

    /** Those queued whose simulation succeeded after a moment, oldest first. */
    async findReady({ wallet, checkedAfter, limit }: Queue & { checkedAfter: number }) {
      const rows = await selectQueued(wallet)
        .where("checked_at", ">", checkedAfter)
        .orderBy("accepted_at")
        .orderBy("digest")
        .limit(limit)
        .execute();
      return rows.map(toStoredRequest);
    },

    /** Those queued whose simulation did not succeed after a moment and is to be tried now. */
    async findUnchecked({ wallet, checkedAfter, limit }: Queue & { checkedAfter: number }) {
      const rows = await selectQueued(wallet)
        .where("checked_at", "<=", checkedAfter)
        .where("check_after", "<=", clock.now())
        // Those that never failed come first: however many fail, they take no place of the others.
        .orderBy("check_after")
        .orderBy("accepted_at")
        .limit(limit)
        .execute();
      return rows.map(toStoredRequest);
    },

    async countInFlight(wallet: Address): Promise<number> {
      const { count } = await db
        .selectFrom("relay_request")
        .select((query) => query.fn.countAll<number | string>().as("count"))
        .where("wallet", "=", wallet)
        .where(isInFlight)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** How long ago the oldest request in flight was accepted; 0 if there is none. */
    async readOldestAgeSeconds(wallet: Address): Promise<number> {
      const { oldest } = await db
        .selectFrom("relay_request")
        .select((query) => query.fn.min<number | string | null>("accepted_at").as("oldest"))
        .where("wallet", "=", wallet)
        .where(isInFlight)
        .executeTakeFirstOrThrow();
      return oldest === null ? 0 : Math.max(0, clock.now() - Number(oldest)) / 1000;
    },

    /** Those of the given requests that are still queued. */
    async keepQueued(requests: StoredRequest[]): Promise<StoredRequest[]> {
      const rows = await db
        .selectFrom("relay_request")
        .select("digest")
        .where("state", "=", "queued")
        .where("digest", "in", toDigests(requests))
        .execute();
      const queued = new Set(rows.map(({ digest }) => digest));
      return requests.filter(({ digest }) => queued.has(digest));
    },

    /** What these requests have reserved while they are queued. */
    async readReservedWei(digests: Hex[]): Promise<bigint> {
      const rows = await db
        .selectFrom("relay_request")
        .select("reserved_gwei")
        .where("digest", "in", digests)
        .execute();
      return rows.reduce((sum, row) => sum + toReservedWei(row.reserved_gwei), 0n);
    },

    /** The digests of the requests in flight of these requests' signers, by signer and nonce. */
    async findNonceHolders(requests: readonly ForwardRequest[]): Promise<Map<string, Hex>> {
      const rows = await db
        .selectFrom("relay_request")
        .select(["digest", "signer", "nonce"])
        .where("signer", "in", [...new Set(requests.map(({ from }) => from))])
        .where(isInFlight)
        .execute();
      return new Map(rows.map((row) => [`${row.signer}:${row.nonce}`, row.digest as Hex]));
    },

    /** Writes requests as queued. One that was refused before starts anew. */
    async insert(requests: readonly NewRequest[]): Promise<void> {
      if (requests.length === 0) return;
      const now = clock.now();
      // As text with few parameters, since this is written for every request.
      const values = requests.map(({ digest, wallet, request, signature, reservedGwei }) => {
        const wire = JSON.stringify(toWireRequest(request));
        return sql`(${digest}, ${wallet}, ${request.from}, ${request.nonce.toString()}, ${wire}, ${signature},
          ${reservedGwei}, ${now}, ${now}, 'queued', 0, 0, 0)`;
      });
      await sql`
        insert into relay_request (digest, wallet, signer, nonce, request, signature, reserved_gwei, checked_at,
          accepted_at, state, tries, failed_checks, check_after)
        values ${sql.join(values)}
        on conflict (digest) do update set
          wallet = excluded.wallet, signature = excluded.signature, reserved_gwei = excluded.reserved_gwei,
          checked_at = excluded.checked_at, accepted_at = excluded.accepted_at, state = excluded.state,
          tries = 0, failed_checks = 0, check_after = 0, finished_at = null, transaction_id = null,
          transaction_hash = null, result = null, error_status = null, error = null
      `.execute(db);
    },

    /** Only a queued request is refused: an answer that was given stands. */
    async refuse({ digest, refusal }: { digest: Hex; refusal: Refusal }): Promise<void> {
      await db
        .updateTable("relay_request")
        .set(toRefused(refusal, clock))
        .where("digest", "=", digest)
        .where("state", "=", "queued")
        .execute();
    },

    /** Refuses what other wallets accepted before a moment and did not send. */
    async refuseOrphaned(other: { wallet: Address; before: number; refusal: Refusal }): Promise<void> {
      await db
        .updateTable("relay_request")
        .set(toRefused(other.refusal, clock))
        .where(isQueued)
        .where("wallet", "<>", other.wallet)
        .where("accepted_at", "<", other.before)
        .execute();
    },

    async markChecked(digest: Hex): Promise<void> {
      await db
        .updateTable("relay_request")
        .set({ checked_at: clock.now(), failed_checks: 0, check_after: 0 })
        .where("digest", "=", digest)
        .execute();
    },

    /** Its simulation got no answer: it is tried again after a moment. */
    async postponeCheck({ digest, until }: { digest: Hex; until: number }): Promise<void> {
      await db
        .updateTable("relay_request")
        .set({ failed_checks: sql<number>`failed_checks + 1`, check_after: until })
        .where("digest", "=", digest)
        .execute();
    },
  };

  function selectQueued(wallet: Address) {
    return db.selectFrom("relay_request").selectAll().where("wallet", "=", wallet).where(isQueued);
  }
}

type Queue = { wallet: Address; limit: number };

/** The columns of a request that was refused. */
export function toRefused({ status, error }: Refusal, clock: Clock) {
  return { state: "refused" as const, error_status: status, error, finished_at: clock.now() };
}

export type NewRequest = {
  wallet: Address;
  digest: Hex;
  request: ForwardRequest;
  signature: Hex;
  reservedGwei: number;
};

export function toDigests(requests: readonly Pick<StoredRequest, "digest">[]): Hex[] {
  return requests.map(({ digest }) => digest);
}

export function toNonceKey({ from, nonce }: ForwardRequest): string {
  return `${from}:${nonce}`;
}

type Row = Selectable<LedgerSchema["relay_request"]>;

function toStoredRequest(row: Row): StoredRequest {
  return {
    digest: row.digest as Hex,
    request: fromWire(JSON.parse(row.request)),
    signature: row.signature as Hex,
    state: row.state,
    failedChecks: row.failed_checks,
    acceptedAt: row.accepted_at,
    ...toOutcome(row),
  };
}

const OUTCOME_COLUMNS = ["transaction_hash", "result", "error_status", "error"] as const;

function toOutcome(row: Pick<Row, (typeof OUTCOME_COLUMNS)[number]>) {
  return {
    transactionHash: row.transaction_hash as Hex | null,
    // Stryker disable next-line ConditionalExpression: JSON.parse reads null as the text `null`, which stands for null again.
    result: row.result === null ? null : JSON.parse(row.result),
    refusal: row.error === null ? null : { status: row.error_status as Refusal["status"], error: row.error },
  };
}

/** Our own rows need no second check: they are read far more often than requests come in. */
function fromWire(wire: ReturnType<typeof toWireRequest>): ForwardRequest {
  return {
    ...wire,
    value: BigInt(wire.value),
    gas: BigInt(wire.gas),
    nonce: BigInt(wire.nonce),
    deadline: Number(wire.deadline),
  };
}
