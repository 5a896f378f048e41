import { type ForwardRequest, relayErrors } from "@agent-registry/protocol";
import type { Clock } from "@agent-registry/service";
import type { Kysely } from "kysely";
import type { Address, Hex } from "viem";
import type { Trial } from "../chain/create-chain.ts";
import type { LedgerCheck, LedgerView, Refusal } from "../checks/relay-check.ts";
import { readPaid, readReserved, toReservedGwei } from "../ledger/budget.ts";
import { locked } from "../ledger/locked.ts";
import { findHolder, insertRequest } from "../ledger/request-store.ts";
import type { LedgerSchema } from "../ledger/schema.ts";

type Deps = { db: Kysely<LedgerSchema>; clock: Clock; wallet: Address; checks: LedgerCheck[] };

type Candidate = {
  digest: Hex;
  request: ForwardRequest;
  signature: Hex;
  balanceWei: bigint;
  worstCaseWei: bigint;
  trial: Trial;
};

/** `isContended`: only what is in flight stands in the way, and most of that comes back. */
export type Acceptance = { refusal: Refusal | null; isContended?: boolean };

/**
 * The last checks, the reservation and the queue entry in one step: no other request can come between
 * the moment the budget is read and the moment it is taken. Without a refusal, the request is in.
 */
export function createAcceptRequest({ db, clock, wallet, checks }: Deps) {
  return async function acceptRequest(candidate: Candidate): Promise<Acceptance> {
    const { digest, request, signature, worstCaseWei } = candidate;
    return await locked(db, async (transaction) => {
      const holder = await findHolder({ db: transaction, request });
      // Its twin came in through another process.
      if (holder === digest) return { refusal: null };
      // The nonce is as good as spent; a second request would be mined only to fail.
      if (holder !== undefined) return { refusal: { status: 401, error: relayErrors.invalidSignature } };

      const paidWei = await readPaid({ db: transaction, clock });
      const view = { ...candidate, paidWei, ...(await readReserved({ db: transaction, wallet })) };
      const refusal = findLedgerRefusal(checks, view);
      if (refusal !== null) {
        const alone = findLedgerRefusal(checks, { ...view, reservedWei: 0n, walletReservedWei: 0n });
        return { refusal, isContended: alone === null };
      }
      const reservedGwei = toReservedGwei(worstCaseWei);
      await insertRequest({ db: transaction, clock, wallet, digest, request, signature, reservedGwei });
      return { refusal: null };
    });
  };
}

function findLedgerRefusal(checks: LedgerCheck[], view: LedgerView): Refusal | null {
  for (const check of checks) {
    const refusal = check(view);
    if (refusal !== null) return refusal;
  }
  return null;
}
