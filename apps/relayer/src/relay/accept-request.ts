import type { Clock } from "@agent-registry/service";
import type { Kysely } from "kysely";
import type { Address, Hex } from "viem";
import type { Simulation } from "../chain/simulator.ts";
import { findRefusal, type RelayRules } from "../checks/index.ts";
import type { RegistryCall } from "../checks/registry-call.ts";
import { readPaid, readReserved, toReservedGwei } from "../ledger/budget.ts";
import { findNonceHolder, insertRequest } from "../ledger/request-store.ts";
import { type LedgerSchema, locked } from "../ledger/schema.ts";
import type { Refusal } from "../refusal.ts";
import type { SignedForwardRequest } from "../transaction/forwarder-call.ts";

type Deps = { db: Kysely<LedgerSchema>; clock: Clock; wallet: Address; rules: RelayRules };

type Candidate = SignedForwardRequest & {
  digest: Hex;
  call: RegistryCall;
  balanceWei: bigint;
  worstCaseWei: bigint;
  simulation: Simulation;
};

/** `isContended`: only reservations of requests in flight stand in the way, and most of those come back. */
type Acceptance = { refusal: Refusal | null; isContended?: boolean };

/**
 * The last checks, the reservation and the queue entry in one step: no other request can come between
 * the moment the budget is read and the moment it is taken. Without a refusal, the request is queued.
 */
export function createAcceptRequest({ db, clock, wallet, rules }: Deps) {
  const underLock = rules.filter((rule) => rule.when === "under-lock");

  return async function acceptRequest(candidate: Candidate): Promise<Acceptance> {
    const { digest, request, signature, worstCaseWei } = candidate;
    return await locked(db, async (transaction) => {
      const nonceHolder = await findNonceHolder({ db: transaction, request });
      // The same request came in through another process.
      if (nonceHolder === digest) return { refusal: null };

      const paidWei = await readPaid({ db: transaction, clock });
      const reserved = await readReserved({ db: transaction, wallet });
      const view = { ...candidate, nonceHolder, paidWei, ...reserved };
      const refusal = await findRefusal(underLock, view);
      if (refusal !== null) {
        const alone = await findRefusal(underLock, { ...view, reservedWei: 0n, walletReservedWei: 0n });
        return { refusal, isContended: alone === null };
      }
      const reservedGwei = toReservedGwei(worstCaseWei);
      await insertRequest({ db: transaction, clock, wallet, digest, request, signature, reservedGwei });
      return { refusal: null };
    });
  };
}
