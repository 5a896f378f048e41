import type { Clock } from "@agent-registry/service";
import type { Kysely } from "kysely";
import type { Address, Hex } from "viem";
import type { Simulation } from "../chain/simulator.ts";
import { findRefusal, type RelayRules } from "../checks/index.ts";
import type { RegistryCall } from "../checks/registry-call.ts";
import type { LedgerView } from "../checks/relay-check.ts";
import { grouped } from "../grouped.ts";
import { readPaid, readReserved, toReservedGwei, toReservedWei } from "../ledger/budget.ts";
import { findNonceHolders, insertRequests, type NewRequest, toNonceKey } from "../ledger/request-store.ts";
import { type LedgerSchema, type LedgerTransaction, locked } from "../ledger/schema.ts";
import type { Refusal } from "../refusal.ts";
import type { SignedForwardRequest } from "../transaction/forwarder-call.ts";

type Deps = { db: Kysely<LedgerSchema>; clock: Clock; wallet: Address; rules: RelayRules };

type Candidate = SignedForwardRequest & {
  digest: Hex;
  call: RegistryCall;
  balanceWei: bigint;
  worstCaseWei: bigint;
  simulation: Simulation;
  mayUseReserve: boolean;
};

/** `isContended`: only reservations of requests in flight stand in the way, and most of those come back. */
type Acceptance = { refusal: Refusal | null; isContended?: boolean };

/**
 * The last checks, the reservation and the queue entry in one step: no other request can come between
 * the moment the budget is read and the moment it is taken. Without a refusal, the request is queued.
 * Requests that come together share the step, and are decided about one after the other.
 */
export function createAcceptRequest({ db, clock, wallet, rules }: Deps) {
  const underLock = rules.filter((rule) => rule.when === "under-lock");
  return grouped({
    work: (candidates: Candidate[]) => locked(db, (locking) => acceptAll(locking, candidates)),
  });

  async function acceptAll(locking: LedgerTransaction, candidates: Candidate[]): Promise<Acceptance[]> {
    const holders = await findNonceHolders({
      db: locking,
      requests: candidates.map(({ request }) => request),
    });
    const paidWei = await readPaid({ db: locking, clock });
    const reserved = await readReserved({ db: locking, wallet });
    const accepted: NewRequest[] = [];
    const acceptances: Acceptance[] = [];
    for (const candidate of candidates) {
      const { digest, request, signature, worstCaseWei } = candidate;
      const nonceKey = toNonceKey(request);
      const nonceHolder = holders.get(nonceKey);
      // The same request came in through another process.
      const isKnown = nonceHolder === digest;
      const acceptance: Acceptance = isKnown
        ? { refusal: null }
        : await decide({ ...candidate, nonceHolder, paidWei, ...reserved });
      acceptances.push(acceptance);
      if (isKnown || acceptance.refusal !== null) continue;

      const reservedGwei = toReservedGwei(worstCaseWei);
      accepted.push({ wallet, digest, request, signature, reservedGwei });
      // The next one is decided about as if this one were written already.
      holders.set(nonceKey, digest);
      reserved.reservedWei += toReservedWei(reservedGwei);
      reserved.walletReservedWei += toReservedWei(reservedGwei);
    }
    await insertRequests({ db: locking, clock, requests: accepted });
    return acceptances;
  }

  async function decide(view: LedgerView): Promise<Acceptance> {
    const refusal = await findRefusal(underLock, view);
    if (refusal === null) return { refusal };
    const alone = await findRefusal(underLock, { ...view, reservedWei: 0n, walletReservedWei: 0n });
    return { refusal, isContended: alone === null };
  }
}
