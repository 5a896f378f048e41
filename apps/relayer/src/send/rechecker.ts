import type { Clock, Logger } from "@agent-registry/service";
import type { Address, Hex } from "viem";
import type { Chain } from "../chain/create-chain.ts";
import { toSimulationRefusal } from "../checks/relay-rules.ts";
import type { RequestStore, StoredRequest } from "../ledger/request-store.ts";
import type { Refusal } from "../ledger/schema.ts";
import type { TransactionStore } from "../ledger/transaction-store.ts";
import { MAX_BATCH_REQUESTS } from "../transaction/forwarder.ts";
import { findAnyReceipt } from "./settle-mined.ts";
import { createSideWork } from "./side-work.ts";

/** After this time the result of a simulation does not count any more. */
const RECHECK_AFTER_MS = 10_000;
const MAX_QUEUED_MS = 10 * 60_000;
/** Until a simulation that got no answer is tried again: doubled each time, up to a limit. */
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 10_000;

export const waitedTooLong: Refusal = { status: 500, error: "The request could not be sent in time" };
const neverSimulated: Refusal = {
  status: 500,
  error: "RPC failure: the request could not be simulated in time, and was not sent",
};

type RecheckerDeps = {
  chain: Pick<Chain, "readReceipt" | "simulate">;
  clock: Clock;
  wallet: Address;
  requests: Pick<RequestStore, "findReady" | "findUnchecked" | "markChecked" | "postponeCheck">;
  transactions: Pick<TransactionStore, "findUnsettled">;
  refuse: (digest: Hex, refusal: Refusal) => Promise<void>;
  /** A request may be sent now. */
  onReady: (rest: { underWay: number }) => void;
  logger: Logger;
};

/**
 * Simulates queued requests again: one that has waited for long, or came back from a transaction, may not be
 * valid any more. Each is checked by itself, while the others are sent.
 */
export function createRechecker(deps: RecheckerDeps) {
  const { chain, clock, wallet, requests, transactions, logger } = deps;
  const checks = createSideWork<StoredRequest>({
    name: "the simulation of a queued request",
    toKey: ({ digest }) => digest,
    work: check,
    // The simulator puts requests that wait for it into shared calls: this many are few calls.
    maxUnderWay: MAX_BATCH_REQUESTS,
    logger,
  });

  async function check(item: StoredRequest): Promise<void> {
    const { digest, failedChecks } = item;
    try {
      await decide(item);
    } catch (error) {
      await postpone(item);
      logger.warn(
        { err: error, digest, failedChecks: failedChecks + 1 },
        "a queued request could not be checked",
      );
    }
  }

  async function decide(item: StoredRequest): Promise<void> {
    const { digest, request, signature } = item;
    if (clock.now() - item.acceptedAt > MAX_QUEUED_MS) {
      return await deps.refuse(digest, item.failedChecks > 0 ? neverSimulated : waitedTooLong);
    }
    const refusal = toSimulationRefusal(await chain.simulate({ request, signature }));
    // Its nonce may be spent by a transaction of ours that was abandoned too early.
    if (refusal?.status === 401 && (await wasMinedAfterAll(digest))) return await postpone(item);
    if (refusal !== null) return await deps.refuse(digest, refusal);
    await requests.markChecked(digest);
    deps.onReady({ underWay: checks.count() - 1 });
  }

  async function postpone({ digest, failedChecks }: StoredRequest): Promise<void> {
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** failedChecks, LONGEST_DELAY_MS);
    await requests.postponeCheck({ digest, until: clock.now() + delayMs });
  }

  async function wasMinedAfterAll(digest: Hex): Promise<boolean> {
    const carriers = (await transactions.findUnsettled(wallet)).filter(({ digests }) =>
      digests.includes(digest),
    );
    const hashes = carriers.flatMap(({ attempts }) => attempts.map(({ hash }) => hash));
    return (await findAnyReceipt({ chain, hashes })) !== null;
  }

  return {
    /** Those that may be sent, oldest first. Checks of others begin, and are not waited for. */
    async findReady(): Promise<StoredRequest[]> {
      const queue = { wallet, checkedAfter: clock.now() - RECHECK_AFTER_MS, limit: MAX_BATCH_REQUESTS };
      // Stryker disable next-line ObjectLiteral: No caller waits for this run, so it does not matter how long it would be waited for.
      void checks.run(await requests.findUnchecked(queue), { patienceMs: 0 });
      return await requests.findReady(queue);
    },
    stop: () => checks.whenIdle(),
  };
}
