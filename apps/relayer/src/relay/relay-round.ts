import type { Clock } from "@agent-registry/service";
import type { Kysely } from "kysely";
import type { Address } from "viem";
import type { Chain } from "../chain/create-chain.ts";
import type { Simulation } from "../chain/simulator.ts";
import type { LedgerView, RelayInput } from "../checks/relay-check.ts";
import { findRefusal, type RelayRules } from "../checks/relay-rules.ts";
import { readPaid, readReserved, toReservedGwei, toReservedWei } from "../ledger/budget.ts";
import { readCounters } from "../ledger/counters.ts";
import { createRequestStore, type NewRequest, toNonceKey } from "../ledger/request-store.ts";
import type { Refusal } from "../ledger/schema.ts";
import { type LedgerSchema, type LedgerTransaction, locked } from "../ledger/schema.ts";
import type { RequestIds } from "../send/waiters.ts";
import { type Prices, toFees, toWorstCaseWei } from "../transaction/fees.ts";
import { isSameAddress, toForwarderCall } from "../transaction/forwarder.ts";
import { grouped } from "./grouped.ts";

type RoundDeps = {
  chain: Pick<Chain, "verify" | "simulate" | "readBalance" | "readRecentPrices">;
  db: Kysely<LedgerSchema>;
  clock: Clock;
  rules: RelayRules;
  wallet: Address;
  registryAddress: Address;
  feeCapWei: bigint;
  requestIds: Pick<RequestIds, "keep">;
};

/** A request on its way through the rounds, with what is known of it so far. */
export type Candidate = RelayInput & {
  requestId: string;
  /** The rules before its simulation have let it pass. */
  isChecked?: boolean;
  /** The rules that look at it once have let it pass, and have counted it. */
  isCounted?: boolean;
  mayUseReserve?: boolean;
  /** What it would do, without paying for it: asked once, however often it comes into a round. */
  simulating?: Promise<Simulation>;
  /** What the nodes were asked for it; not given again before it is tried again. */
  asked?: Asked;
};

type Funds = { balanceWei: bigint; prices: Prices };
type View = { simulation: Simulation; funds: PromiseSettledResult<Funds> };
/** `view` is there once all of it is answered, and `error` if the simulation was not. */
type Asked = { whenAnswered: Promise<void>; view?: View; error?: unknown };

/**
 * What a round decided about a request:
 * - `accepted`: it is queued, by this round or an earlier one
 * - `refused`; `isContended`: only reservations of requests in flight stand in the way, and most of those come back
 * - `failed`: the chain cannot be asked
 * - `late`: the nodes have not answered yet, and others were not to wait for it
 */
type Decision =
  | { kind: "accepted" }
  | { kind: "late" }
  | { kind: "refused"; refusal: Refusal; isContended?: boolean }
  | { kind: "failed"; error: unknown };

/** While requests come, a round begins this long after the last one: so they share statements, commits and calls. */
const SPACING_MS = 100;
const MAX_REQUESTS = 200;
/** A request that the nodes have not answered after this goes on in a later round. */
const PATIENCE_MS = 250;

/**
 * One round for all requests that have come meanwhile: one look at the ledger, the chain asked about all of them together,
 * and one transaction that counts, checks and accepts them, one after the other in the order in which they came.
 */
export function createRelayRound(deps: RoundDeps) {
  const { chain, db, clock, rules, wallet, registryAddress } = deps;
  const requests = createRequestStore({ db, clock });
  const beforeSimulation = rules.filter((rule) => rule.when === "before-simulation");
  const once = rules.filter((rule) => rule.when === "under-lock");
  const withReservation = rules.filter((rule) => rule.when === "with-reservation");
  return grouped({ work: runRound, maxItems: MAX_REQUESTS, spacingMs: SPACING_MS });

  async function runRound(candidates: Candidate[]): Promise<Decision[]> {
    const decisions = new Map<Candidate, Decision>();
    await checkArrived(candidates, decisions);
    const answered = await askChain(candidates.filter((candidate) => !decisions.has(candidate)));
    for (const { candidate, error } of answered) {
      if (error !== undefined) decisions.set(candidate, { kind: "failed", error });
    }
    const ready = answered.flatMap(({ candidate, view }) =>
      view === undefined ? [] : [{ candidate, view }],
    );
    if (ready.length > 0) {
      const accepted = await locked(db, (locking) => acceptAll(locking, ready));
      for (const [position, { candidate }] of ready.entries()) {
        // Only now: had the transaction failed, nothing would be counted.
        candidate.isCounted = true;
        decisions.set(candidate, accepted[position] as Decision);
      }
    }
    return candidates.map((candidate) => decisions.get(candidate) ?? { kind: "late" });
  }

  async function checkArrived(candidates: Candidate[], decisions: Map<Candidate, Decision>): Promise<void> {
    const arrived = candidates.filter(({ isChecked }) => !isChecked);
    if (arrived.length === 0) return;
    const holders = await requests.findNonceHolders(arrived.map(({ request }) => request));
    const limits = toLimits(beforeSimulation, arrived);
    const counters = await readCounters({ db, clock, limits });
    for (const candidate of arrived) {
      const nonceHolder = holders.get(toNonceKey(candidate.request));
      if (nonceHolder === candidate.digest) decisions.set(candidate, { kind: "accepted" });
      else {
        const refusal = await findRefusal(beforeSimulation, { ...candidate, nonceHolder, counters });
        if (refusal === null) candidate.isChecked = true;
        else decisions.set(candidate, { kind: "refused", refusal });
      }
    }
  }

  /** Those of which the chain has answered all that is asked, within the patience of a round. */
  async function askChain(candidates: readonly Candidate[]) {
    if (candidates.length === 0) return [];
    const funds = Promise.allSettled([readFunds()]);
    const asked = candidates.map((candidate) => {
      candidate.asked ??= ask(candidate, funds);
      return { candidate, asked: candidate.asked };
    });
    const { promise: isOver, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, PATIENCE_MS);
    await Promise.race([Promise.all(asked.map(({ asked: { whenAnswered } }) => whenAnswered)), isOver]);
    clearTimeout(timer);
    return asked.map(({ candidate, asked: { view, error } }) => ({ candidate, view, error }));
  }

  function ask(candidate: Candidate, funds: Promise<[PromiseSettledResult<Funds>]>): Asked {
    candidate.simulating ??= simulate(candidate);
    const whenAnswered = Promise.all([candidate.simulating, funds]).then(
      ([simulation, [read]]) => {
        asked.view = { simulation, funds: read };
      },
      (error: unknown) => {
        asked.error = error;
      },
    );
    const asked: Asked = { whenAnswered };
    return asked;
  }

  async function readFunds(): Promise<Funds> {
    const [balanceWei, prices] = await Promise.all([chain.readBalance(), chain.readRecentPrices()]);
    return { balanceWei, prices };
  }

  /** What the rules refuse in any case is not run, only verified. */
  async function simulate({ request, signature }: Candidate): Promise<Simulation> {
    const isRelayable = request.value === 0n && isSameAddress(request.to, registryAddress);
    return await chain[isRelayable ? "simulate" : "verify"]({ request, signature });
  }

  /**
   * The last checks, the reservation and the queue entry in one step: no other request can come between
   * the moment the budget is read and the moment it is taken. Without a refusal, the request is queued.
   */
  async function acceptAll(
    locking: LedgerTransaction,
    ready: readonly { candidate: Candidate; view: View }[],
  ): Promise<Decision[]> {
    const candidates = ready.map(({ candidate }) => candidate);
    const uncounted = candidates.filter(({ isCounted }) => !isCounted);
    const limits = toLimits(once, uncounted);
    const counters = await readCounters({ db: locking, clock, limits });
    const requestsNow = createRequestStore({ db: locking, clock });
    const holders = await requestsNow.findNonceHolders(candidates.map(({ request }) => request));
    const paidWei = await readPaid({ db: locking, clock });
    const reserved = await readReserved({ db: locking, wallet });
    const accepted: NewRequest[] = [];
    const decisions: Decision[] = [];
    for (const { candidate, view } of ready) decisions.push(await decide(candidate, view));
    await counters.write(locking);
    await requestsNow.insert(accepted);
    return decisions;

    async function decide(candidate: Candidate, { simulation, funds }: View): Promise<Decision> {
      const { digest, request, signature, call, mayUseReserve = false } = candidate;
      const nonceKey = toNonceKey(request);
      const nonceHolder = holders.get(nonceKey);
      // The same request came in through another process.
      if (nonceHolder === digest) return { kind: "accepted" };
      if (!candidate.isCounted) {
        const refusal = await findRefusal(once, { ...candidate, simulation, counters });
        if (refusal !== null) return { kind: "refused", refusal };
      }
      if (funds.status === "rejected") return { kind: "failed", error: funds.reason };

      const { balanceWei, prices } = funds.value;
      const worstCaseWei = readWorstCase(candidate, prices);
      const spent = { paidWei, ...reserved, balanceWei, worstCaseWei };
      const refused = await decideOnFunds({ digest, nonceHolder, call, simulation, mayUseReserve, ...spent });
      if (refused !== null) return refused;
      // It may be sent as soon as the transaction is committed.
      deps.requestIds.keep(candidate);
      const reservedGwei = toReservedGwei(worstCaseWei);
      accepted.push({ wallet, digest, request, signature, reservedGwei });
      // The next one is decided about as if this one were written already.
      holders.set(nonceKey, digest);
      reserved.reservedWei += toReservedWei(reservedGwei);
      reserved.walletReservedWei += toReservedWei(reservedGwei);
      return { kind: "accepted" };
    }
  }

  async function decideOnFunds(view: LedgerView): Promise<Decision | null> {
    const refusal = await findRefusal(withReservation, view);
    if (refusal === null) return null;
    const alone = await findRefusal(withReservation, { ...view, reservedWei: 0n, walletReservedWei: 0n });
    return { kind: "refused", refusal, isContended: alone === null };
  }

  /** The most that sending the request alone could cost, at these prices. */
  function readWorstCase({ request, signature }: Candidate, { feeEstimate, toDataFee }: Prices): bigint {
    const fees = toFees({ feeEstimate, capWei: deps.feeCapWei });
    return toWorstCaseWei({ ...toForwarderCall([{ request, signature }]), fees, toDataFee });
  }
}

type Counting = Pick<Extract<RelayRules[number], { when: "under-lock" }>, "limits">;

/** The counters that these rules look at, of all these requests. */
function toLimits(rules: readonly Counting[], candidates: readonly Candidate[]) {
  return candidates.flatMap((candidate) => rules.flatMap(({ limits }) => limits?.(candidate) ?? []));
}
