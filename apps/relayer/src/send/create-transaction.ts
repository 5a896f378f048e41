import type { Clock } from "@agent-registry/service";
import type { Kysely } from "kysely";
import { type Address, type Hex, keccak256, type LocalAccount, size } from "viem";
import { readSpending } from "../ledger/budget.ts";
import { insertAttempt, insertTransaction } from "../ledger/insert-transaction.ts";
import { type LedgerTransaction, locked } from "../ledger/locked.ts";
import type { StoredRequest } from "../ledger/request-store.ts";
import type { LedgerSchema } from "../ledger/schema.ts";
import { readUnsettled, type StoredTransaction } from "../ledger/transaction-store.ts";
import { encodeCall } from "./encode-call.ts";
import { type Fees, type Market, toFees, toHigherFees } from "./fees.ts";
import { toGasLimit } from "./gas-limit.ts";
import { pickNonce } from "./pick-nonce.ts";

/** What the chain said just before. */
export type ChainView = {
  chainId: number;
  market: Market;
  toDataFee: (bytes: number) => bigint;
  /** Null where they were not asked for. */
  nonces: { latest: number; pending: number; askedAt: number } | null;
};

export type Created =
  | { kind: "created"; id: Hex; raw: Hex; nonce: number; digests: Hex[] }
  | { kind: "over-budget"; digest: Hex }
  | { kind: "nothing-left" }
  /** Nothing is in flight to tell the next nonce by. */
  | { kind: "nonce-needed" };

type Deps = {
  db: Kysely<LedgerSchema>;
  clock: Clock;
  account: LocalAccount;
  forwarderAddress: Address;
  feeCapWei: bigint;
  budgetWei: bigint;
};

type BidOptions = { unsettled: StoredTransaction[]; nonce: number; market: Market };

/** Clocks of several machines differ a little. */
const CLOCK_SKEW_MS = 2_000;

/**
 * Gives requests a wallet nonce, signs, reserves the worst case and writes all of it down, in one go
 * under the ledger's lock. Nothing is sent yet: whatever happens from here on, the transaction can be
 * found again.
 */
export function createTransactionMaker(deps: Deps) {
  const { db, clock, account, forwarderAddress, feeCapWei, budgetWei } = deps;

  return async function createTransaction(batch: StoredRequest[], view: ChainView): Promise<Created> {
    return await locked(db, async (transaction) => {
      const items = await keepQueued(transaction, batch);
      const first = items[0];
      if (first === undefined) return { kind: "nothing-left" };

      const unsettled = await readUnsettled({ db: transaction, wallet: account.address });
      const nonce = await findNonce(transaction, { unsettled, nonces: view.nonces });
      if (nonce === undefined) return { kind: "nonce-needed" };
      const fees = toBid({ unsettled, nonce, market: view.market });

      const spending = await readSpending({ db: transaction, clock });
      const available = budgetWei - spending.paidWei - spending.reservedWei;
      for (let count = items.length; count >= 1; count = Math.floor(count / 2)) {
        const draft = toDraft(items.slice(0, count), fees, view);
        // What the requests had reserved while they were queued is set free by this very step.
        const released = await sumReserved(transaction, draft.digests);
        if (draft.worstCaseWei > available + released) continue;
        return await signAndStore(transaction, { draft, fees, nonce, view });
      }
      return { kind: "over-budget", digest: first.digest };
    });
  };

  async function keepQueued(
    transaction: LedgerTransaction,
    batch: StoredRequest[],
  ): Promise<StoredRequest[]> {
    const rows = await transaction
      .selectFrom("relay_request")
      .select("digest")
      .where("state", "=", "queued")
      .where(
        "digest",
        "in",
        batch.map((item) => item.digest),
      )
      .execute();
    const queued = new Set(rows.map((row) => row.digest));
    return batch.filter((item) => queued.has(item.digest));
  }

  async function findNonce(
    transaction: LedgerTransaction,
    { unsettled, nonces }: { unsettled: StoredTransaction[]; nonces: ChainView["nonces"] },
  ): Promise<number | undefined> {
    const live = unsettled.filter(({ state }) => state === "live").map(({ nonce }) => nonce);
    if (nonces === null) {
      const lowest = live[0];
      if (lowest === undefined) return undefined;
      return pickNonce({ latest: lowest, pending: lowest, taken: new Set(live) });
    }
    const minedSince = await transaction
      .selectFrom("relay_transaction")
      .select("nonce")
      .where("wallet", "=", account.address)
      .where("state", "=", "mined")
      .where("settled_at", ">=", nonces.askedAt - CLOCK_SKEW_MS)
      .execute();
    return pickNonce({ ...nonces, taken: new Set([...live, ...minedSince.map(({ nonce }) => nonce)]) });
  }

  /** Where an abandoned transaction may still hold the place, it has to be outbid. */
  function toBid({ unsettled, nonce, market }: BidOptions): Fees {
    const bids = unsettled
      .filter((held) => held.nonce === nonce)
      .flatMap(({ attempts }) => attempts)
      .map((previous) => toHigherFees({ previous, market, capWei: feeCapWei }))
      .filter((fees) => fees !== undefined);
    return [toFees({ market, capWei: feeCapWei }), ...bids].reduce((a, b) =>
      a.maxFeePerGas > b.maxFeePerGas ? a : b,
    );
  }

  function toDraft(items: StoredRequest[], fees: Fees, view: ChainView) {
    const data = encodeCall(items);
    const gas = toGasLimit({ requests: items.map(({ request }) => request), data });
    const worstCaseWei = gas * fees.maxFeePerGas + view.toDataFee(size(data) + 200);
    return { digests: items.map(({ digest }) => digest), data, gas, worstCaseWei };
  }

  async function sumReserved(transaction: LedgerTransaction, digests: Hex[]): Promise<bigint> {
    const rows = await transaction
      .selectFrom("relay_request")
      .select("reserved_gwei")
      .where("digest", "in", digests)
      .execute();
    return rows.reduce((sum, row) => sum + BigInt(row.reserved_gwei), 0n) * 1_000_000_000n;
  }

  async function signAndStore(
    transaction: LedgerTransaction,
    options: { draft: ReturnType<typeof toDraft>; fees: Fees; nonce: number; view: ChainView },
  ): Promise<Created> {
    const { draft, fees, nonce, view } = options;
    const raw = await account.signTransaction({
      type: "eip1559",
      chainId: view.chainId,
      to: forwarderAddress,
      nonce,
      gas: draft.gas,
      data: draft.data,
      ...fees,
    });
    const id = keccak256(raw);
    const stored = { id, wallet: account.address, nonce, digests: draft.digests };
    await insertTransaction({ db: transaction, clock, ...stored, worstCaseWei: draft.worstCaseWei });
    await insertAttempt({ db: transaction, clock, id, hash: id, raw, fees });
    return { kind: "created", ...stored, raw };
  }
}
