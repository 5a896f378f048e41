import type { Clock } from "@agent-registry/service";
import type { Kysely } from "kysely";
import { type Address, type Hex, keccak256, type LocalAccount, parseTransaction, size } from "viem";
import { readQueuedReservation, readSpending, toReservedGwei, toReservedWei } from "../ledger/budget.ts";
import { keepQueued, type StoredRequest } from "../ledger/request-store.ts";
import { type LedgerSchema, type LedgerTransaction, locked } from "../ledger/schema.ts";
import {
  findReservedWei,
  insertAttempt,
  insertTransaction,
  readMinedNonces,
  readUnsettled,
  type StoredTransaction,
  setReservation,
} from "../ledger/transaction-rows.ts";
import {
  type FeeEstimate,
  type Fees,
  type Prices,
  toFees,
  toHigherFees,
  toWorstCaseWei,
} from "../transaction/fees.ts";
import { toForwarderCall } from "../transaction/forwarder-call.ts";
import { pickNonce } from "../transaction/pick-nonce.ts";

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
  /** Nothing is in flight to tell the next nonce by. */
  | { kind: "nonce-needed" };

export type TransactionSigner = ReturnType<typeof createTransactionSigner>;

type SignerDeps = {
  db: Kysely<LedgerSchema>;
  clock: Clock;
  account: LocalAccount;
  forwarderAddress: Address;
  feeCapWei: bigint;
  budgetWei: bigint;
};

/** Clocks of several machines differ a little. */
const CLOCK_SKEW_MS = 2_000;

/**
 * Signs transactions, reserves their worst case and writes them down, in one step under the ledger's lock.
 * Nothing is sent yet: whatever happens from here on, the transaction can be found again.
 */
export function createTransactionSigner(deps: SignerDeps) {
  const { db, clock, account, forwarderAddress, feeCapWei, budgetWei } = deps;
  const wallet = account.address;

  /** A new transaction for as many of these requests as the budget has room for. */
  async function create(batch: StoredRequest[], view: ChainView): Promise<Created> {
    return await locked(db, async (locking) => {
      const items = await keepQueued({ db: locking, requests: batch });
      const first = items[0];
      if (first === undefined) return { kind: "nothing-left" };

      const unsettled = await readUnsettled({ db: locking, wallet });
      const nonce = await findNonce(locking, { unsettled, nonces: view.nonces });
      if (nonce === undefined) return { kind: "nonce-needed" };
      const fees = toBid({ unsettled, nonce, feeEstimate: view.feeEstimate });

      const { paidWei, reservedWei } = await readSpending({ db: locking, clock });
      for (let count = items.length; count >= 1; count = Math.floor(count / 2)) {
        const carried = items.slice(0, count);
        const digests = carried.map(({ digest }) => digest);
        const { data, gas, transactionBytes } = toForwarderCall(carried);
        const { chainId, toDataFee } = view;
        const worstCaseWei = toWorstCaseWei({ gas, transactionBytes, fees, toDataFee });
        // This step sets free what the requests had reserved while they were queued.
        const released = await readQueuedReservation({ db: locking, digests });
        if (paidWei + reservedWei - released + worstCaseWei > budgetWei) continue;

        const envelope = { type: "eip1559", chainId, to: forwarderAddress, nonce, gas, data } as const;
        const raw = await account.signTransaction({ ...envelope, ...fees });
        const id = keccak256(raw);
        await insertTransaction({ db: locking, clock, id, wallet, nonce, digests, worstCaseWei });
        await insertAttempt({ db: locking, clock, id, attempt: { hash: id, raw, ...fees } });
        return { kind: "created", id, raw, nonce, digests };
      }
      return { kind: "over-budget", digest: first.digest };
    });
  }

  async function findNonce(
    locking: LedgerTransaction,
    { unsettled, nonces }: { unsettled: StoredTransaction[]; nonces: ChainView["nonces"] },
  ): Promise<number | undefined> {
    const live = unsettled.filter(({ state }) => state === "live").map(({ nonce }) => nonce);
    if (nonces === null) {
      const lowest = live[0];
      if (lowest === undefined) return undefined;
      return pickNonce({ latest: lowest, pending: lowest, taken: new Set(live) });
    }
    const since = nonces.askedAt - CLOCK_SKEW_MS;
    const mined = await readMinedNonces({ db: locking, wallet, since });
    return pickNonce({ ...nonces, taken: new Set([...live, ...mined]) });
  }

  /** An abandoned transaction that may still hold the nonce has to be outbid. */
  function toBid(options: { unsettled: StoredTransaction[]; nonce: number; feeEstimate: FeeEstimate }): Fees {
    const { unsettled, nonce, feeEstimate } = options;
    const bids = unsettled
      .filter((held) => held.nonce === nonce)
      .flatMap(({ attempts }) => attempts)
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
   * another process has replaced it already, or the budget has no room for the difference.
   */
  async function replace(
    transaction: StoredTransaction,
    { fees, toDataFee }: { fees: Fees; toDataFee: Prices["toDataFee"] },
  ): Promise<Hex | undefined> {
    const newest = transaction.attempts.at(-1);
    if (newest === undefined) return undefined;
    const { r, s, v, yParity, ...envelope } = parseTransaction(newest.raw as `0x02${string}`);
    const { gas = 0n } = envelope;
    const worstCaseWei = toWorstCaseWei({ gas, transactionBytes: size(newest.raw), fees, toDataFee });
    const neededWei = toReservedWei(toReservedGwei(worstCaseWei));

    return await locked(db, async (locking) => {
      const heldWei = await findReservedWei({ db: locking, transaction });
      if (heldWei === undefined) return undefined;
      // Only one of the attempts can be mined, so the dearest is the worst case of all.
      const wei = neededWei > heldWei ? neededWei : heldWei;
      const { paidWei, reservedWei } = await readSpending({ db: locking, clock });
      if (paidWei + reservedWei + wei - heldWei > budgetWei) return undefined;

      const raw = await account.signTransaction({ ...envelope, ...fees });
      await setReservation({ db: locking, id: transaction.id, wei });
      const attempt = { hash: keccak256(raw), raw, ...fees };
      await insertAttempt({ db: locking, clock, id: transaction.id, attempt });
      return raw;
    });
  }

  return { create, replace };
}

function highest(values: bigint[]): bigint {
  return values.reduce((a, b) => (a > b ? a : b));
}
