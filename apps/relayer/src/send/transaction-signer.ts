import type { Clock } from "@agent-registry/service";
import type { Kysely } from "kysely";
import { type Address, type Hex, parseTransaction, size, zeroAddress } from "viem";
import { keccak256 } from "../fast/crypto.ts";
import { toReservedGwei, toReservedWei } from "../ledger/budget.ts";
import { createStores, type Stores } from "../ledger/create-ledger.ts";
import { type StoredRequest, toDigests } from "../ledger/request-store.ts";
import { type LedgerSchema, locked } from "../ledger/schema.ts";
import type { StoredTransaction } from "../ledger/transaction-store.ts";
import type { SigningAccount, UnsignedTransaction } from "../signing/signing-account.ts";
import {
  type FeeEstimate,
  type Fees,
  type Prices,
  toFees,
  toHigherFees,
  toWorstCaseWei,
} from "../transaction/fees.ts";
import { toForwarderCall } from "../transaction/forwarder.ts";

/** What the chain said just before. */
type ChainView = Prices & {
  chainId: number;
  /** Null if they were not asked for. */
  nonces: { latest: number; pending: number; askedAt: number } | null;
};

export type Created =
  | { kind: "created"; id: Hex; raw: Hex; nonce: number; digests: Hex[] }
  | { kind: "over-budget"; digest: Hex }
  | { kind: "nothing-left" }
  /** Nothing is in flight from which the next nonce would follow. */
  | { kind: "nonce-needed" }
  /** While it was signed, something changed that it rests on: it is forgotten, and planned anew. */
  | { kind: "changed" };

export type TransactionSigner = ReturnType<typeof createTransactionSigner>;

type SignerDeps = {
  db: Kysely<LedgerSchema>;
  clock: Clock;
  account: SigningAccount;
  forwarderAddress: Address;
  feeCapWei: bigint;
  budgetWei: bigint;
};

/** Clocks of several machines differ a little. */
const CLOCK_SKEW_MS = 2_000;

/** A transaction that may be signed, as long as nothing changes that it rests on. */
type Plan = {
  kind: "planned";
  carried: StoredRequest[];
  transaction: UnsignedTransaction;
  worstCaseWei: bigint;
};

/**
 * Signs transactions, reserves their worst case and writes them down before they are sent: whatever happens then, a
 * transaction can be found again. A signer may take its time, or fail, so it is not waited for under the ledger's lock.
 * What was planned is signed, and is written only if the plan still holds: no nonce is taken before there is a signature.
 */
export function createTransactionSigner(deps: SignerDeps) {
  const { db, clock, account, forwarderAddress, feeCapWei, budgetWei } = deps;
  const wallet = account.address;
  const stores = createStores({ db, clock });

  async function underLock<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
    return await locked(db, (locking) => work(createStores({ db: locking, clock })));
  }

  /** A new transaction for as many of these requests as the budget has room for. Throws `SignerFailure`. */
  async function create(batch: StoredRequest[], view: ChainView): Promise<Created> {
    const plan = await planTransaction(batch, view);
    if (plan.kind !== "planned") return plan;
    const { transaction, carried, worstCaseWei } = plan;
    const { nonce, maxFeePerGas, maxPriorityFeePerGas } = transaction;
    const raw = await account.signTransaction(transaction);
    const id = keccak256(raw);
    const digests = toDigests(carried);

    return await underLock(async (reading) => {
      if (!(await holds(reading, { plan, view }))) return { kind: "changed" };
      const attempt = { hash: id, raw, maxFeePerGas, maxPriorityFeePerGas };
      await reading.transactions.insert({ wallet, nonce, digests, worstCaseWei, attempt });
      return { kind: "created", id, raw, nonce, digests };
    });
  }

  async function planTransaction(
    batch: StoredRequest[],
    view: ChainView,
  ): Promise<Plan | Exclude<Created, { kind: "created" }>> {
    const items = await stores.requests.keepQueued(batch);
    const first = items[0];
    if (first === undefined) return { kind: "nothing-left" };
    const place = await findPlace(stores, view);
    if (place === undefined) return { kind: "nonce-needed" };

    for (let count = items.length; count >= 1; count = Math.floor(count / 2)) {
      const carried = items.slice(0, count);
      const { data, gas, transactionBytes } = toForwarderCall(carried);
      const { chainId, toDataFee } = view;
      const worstCaseWei = toWorstCaseWei({ gas, transactionBytes, fees: place.fees, toDataFee });
      if (!(await hasRoom(stores, { carried, worstCaseWei }))) continue;
      const call = { type: "eip1559", chainId, to: forwarderAddress, gas, data } as const;
      const transaction = { ...call, nonce: place.nonce, ...place.fees };
      return { kind: "planned", carried, transaction, worstCaseWei };
    }
    return { kind: "over-budget", digest: first.digest };
  }

  /** Whether the same would be planned now. */
  async function holds(reading: Stores, { plan, view }: { plan: Plan; view: ChainView }): Promise<boolean> {
    const { carried, transaction } = plan;
    const queued = await reading.requests.keepQueued(carried);
    const place = await findPlace(reading, view);
    return (
      queued.length === carried.length &&
      place?.nonce === transaction.nonce &&
      place.fees.maxFeePerGas === transaction.maxFeePerGas &&
      place.fees.maxPriorityFeePerGas === transaction.maxPriorityFeePerGas &&
      (await hasRoom(reading, plan))
    );
  }

  async function hasRoom(
    { requests, readSpending }: Stores,
    { carried, worstCaseWei }: Pick<Plan, "carried" | "worstCaseWei">,
  ): Promise<boolean> {
    const { paidWei, reservedWei } = await readSpending();
    // The transaction sets free what the requests have reserved while they are queued.
    const released = await requests.readReservedWei(toDigests(carried));
    return paidWei + reservedWei - released + worstCaseWei <= budgetWei;
  }

  /** The next nonce and what to bid for it; undefined if nothing is in flight from which it would follow. */
  async function findPlace(
    { transactions }: Stores,
    { nonces, feeEstimate }: ChainView,
  ): Promise<{ nonce: number; fees: Fees } | undefined> {
    const held = await transactions.findHeldNonces(wallet);
    const live = held.filter(({ state }) => state === "live").map(({ nonce }) => nonce);
    const [lowest] = live;
    let nonce: number;
    if (nonces !== null) {
      const since = nonces.askedAt - CLOCK_SKEW_MS;
      const mined = await transactions.findMinedNonces({ wallet, since });
      nonce = pickNonce({ ...nonces, taken: new Set([...live, ...mined]) });
    } else if (lowest !== undefined) {
      nonce = pickNonce({ latest: lowest, pending: lowest, taken: new Set(live) });
    } else return undefined;
    const rivals = held.filter((other) => other.nonce === nonce).map(({ id }) => id);
    const attempts = await transactions.findAttempts(rivals);
    return { nonce, fees: toBid({ outbid: [...attempts.values()].flat(), feeEstimate }) };
  }

  /** An abandoned transaction that may still hold the nonce has to be outbid. */
  function toBid({ outbid, feeEstimate }: { outbid: readonly Fees[]; feeEstimate: FeeEstimate }): Fees {
    const bids = outbid
      .map((previous) => toHigherFees({ previous, feeEstimate, capWei: feeCapWei }))
      .filter((fees) => fees !== undefined);
    // Each of both fees has to be higher than that of every attempt.
    const all = [toFees({ feeEstimate, capWei: feeCapWei }), ...bids];
    return {
      maxFeePerGas: highest(all.map(({ maxFeePerGas }) => maxFeePerGas)),
      maxPriorityFeePerGas: highest(all.map(({ maxPriorityFeePerGas }) => maxPriorityFeePerGas)),
    };
  }

  /**
   * The same transaction at a higher price. Undefined if there is nothing to send: it is not live any more,
   * another process has replaced it already, or the budget has no room for the difference. Throws `SignerFailure`.
   */
  async function replace(
    transaction: StoredTransaction,
    { fees, toDataFee }: { fees: Fees; toDataFee: Prices["toDataFee"] },
  ): Promise<Hex | undefined> {
    const newest = transaction.attempts.at(-1);
    // Stryker disable next-line ConditionalExpression: A transaction is written together with its first attempt, so that there always is one.
    if (newest === undefined) return undefined;
    const sent = await stores.transactions.getRaw(newest.hash);
    const envelope = toUnsigned(sent);
    const { gas } = envelope;
    const worstCaseWei = toWorstCaseWei({ gas, transactionBytes: size(sent), fees, toDataFee });
    const neededWei = toReservedWei(toReservedGwei(worstCaseWei));
    if ((await findReservable(stores, { transaction, neededWei })) === undefined) return undefined;
    const raw = await account.signTransaction({ ...envelope, ...fees });

    return await underLock(async (reading) => {
      const reservedWei = await findReservable(reading, { transaction, neededWei });
      if (reservedWei === undefined) return undefined;
      const attempt = { hash: keccak256(raw), raw, ...fees };
      await reading.transactions.addAttempt({ id: transaction.id, attempt, reservedWei });
      return raw;
    });
  }

  /** What is to be reserved for a transaction with one more attempt; undefined if it must not have one. */
  async function findReservable(
    { transactions, readSpending }: Stores,
    { transaction, neededWei }: { transaction: StoredTransaction; neededWei: bigint },
  ): Promise<bigint | undefined> {
    const heldWei = await transactions.findReservedWei(transaction);
    if (heldWei === undefined) return undefined;
    // Only one of the attempts can be mined, so the dearest is the worst case of all.
    // Stryker disable next-line EqualityOperator: Of two equal numbers either is the higher.
    const wei = neededWei > heldWei ? neededWei : heldWei;
    const { paidWei, reservedWei } = await readSpending();
    return paidWei + reservedWei + wei - heldWei > budgetWei ? undefined : wei;
  }

  return { create, replace };
}

/** What was signed, read back from what we have written down. */
function toUnsigned(raw: Hex): UnsignedTransaction {
  const { chainId, nonce, to, gas, data, maxFeePerGas, maxPriorityFeePerGas } = parseTransaction(
    raw as `0x02${string}`,
  );
  return {
    type: "eip1559",
    chainId,
    nonce: nonce ?? 0,
    to: to ?? zeroAddress,
    gas: gas ?? 0n,
    data: data ?? "0x",
    maxFeePerGas: maxFeePerGas ?? 0n,
    maxPriorityFeePerGas: maxPriorityFeePerGas ?? 0n,
  };
}

function highest(values: bigint[]): bigint {
  // Stryker disable next-line EqualityOperator: Of two equal numbers either is the highest.
  return values.reduce((a, b) => (a > b ? a : b));
}

/**
 * The wallet nonce for a new transaction. No counter is kept that could drift: the numbers start at the
 * chain's, and the first free one is taken. So the next transaction fills a gap, skips nonces that another
 * user of the key took, and uses again what a reset chain gave back.
 */
export function pickNonce({
  latest,
  pending,
  taken,
}: {
  /** How many of the wallet's transactions are mined. */
  latest: number;
  /** The same with those that wait at the node, ours or not. */
  pending: number;
  /** The nonces of transactions of ours that may be mined, or were since the chain was asked. */
  taken: ReadonlySet<number>;
}): number {
  const free = firstFree(latest, taken);
  return pending > free ? firstFree(pending, taken) : free;
}

function firstFree(from: number, taken: ReadonlySet<number>): number {
  let nonce = from;
  while (taken.has(nonce)) nonce += 1;
  return nonce;
}
