import { settleWithin } from "../http/wait.ts";
import type { RequestProof } from "./check-head.ts";
import {
  MAX_CLOCK_DIFFERENCE_SECONDS,
  type NonceStore,
  type NonceTaking,
  type NonceUse,
  parseTaking,
} from "./nonce-store.ts";

/** A shared store that takes longer counts as failed. */
const TAKE_DEADLINE_MS = 2_000;
/** How many answers of a store may be outstanding, those that came too late included. */
const MAX_OUTSTANDING = 1_000;

type NonceFacts = Pick<RequestProof, "wallet" | "nonce" | "holdsFrom" | "holdsUntil">;

/**
 * Takes the nonce of each proof in the given store. Never throws: a store that fails, answers anything
 * else, or does not answer in time, is `unavailable`, and `onFailure` gets to know why.
 */
export function createNonceTaker(
  store: NonceStore,
  onFailure: (cause: unknown) => void = () => {},
): (proof: NonceFacts) => Promise<NonceTaking | "unavailable"> {
  let outstanding = 0;

  async function take(use: NonceUse): Promise<NonceTaking | "unavailable"> {
    outstanding++;
    try {
      return parseTaking(await store.take(use));
    } catch (cause) {
      onFailure(cause);
      return "unavailable";
    } finally {
      outstanding--;
    }
  }

  return async function takeNonce({ wallet, nonce, holdsFrom, holdsUntil }) {
    // A store that hangs must not collect requests without end.
    if (outstanding >= MAX_OUTSTANDING) return "unavailable";
    const taking = take({
      wallet,
      nonce,
      takeableFrom: holdsFrom,
      // Another process, whose clock is behind, may still think that the proof holds.
      expiresAt: holdsUntil + MAX_CLOCK_DIFFERENCE_SECONDS,
    });
    const taken = await settleWithin(taking, TAKE_DEADLINE_MS);
    if (taken === undefined) onFailure(new Error(`There was no answer within ${TAKE_DEADLINE_MS} ms.`));
    return taken ?? "unavailable";
  };
}
