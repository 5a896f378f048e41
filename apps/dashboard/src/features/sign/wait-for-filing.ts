import type { Filing } from "@agent-registry/protocol";
import { ApiError, toRetryDelayMs } from "../../api/api-error.ts";
import { isSameAddress } from "../../wallet/provider.ts";
import type { ActionKind } from "./to-actions.ts";

const FILED_AS: Record<ActionKind, readonly Filing["kind"][]> = {
  agree: ["consent-given"],
  "agree-again": ["consent-given"],
  refuse: ["consent-refused", "wallet-released"],
  accept: ["haftungsperson-changed"],
  propose: ["haftungsperson-proposed"],
  withdraw: ["haftungsperson-proposed"],
  "accept-wallet": ["wallet-changed"],
  "propose-wallet": ["wallet-proposed"],
  "withdraw-wallet": ["wallet-proposed"],
  "set-attester": ["attester-changed"],
  "remove-attester": ["attester-changed"],
  suspend: ["status-changed"],
  reactivate: ["status-changed"],
  revoke: ["status-changed"],
  release: ["wallet-released"],
};

/**
 * The filing of an action among the newest ones of its agent. By its actor, not by its transaction: a relayer names
 * whichever it likes, and a wallet may send one again under another hash.
 */
export function findFiling(
  filings: readonly Filing[],
  { kind, account, sinceBlock }: { kind: ActionKind; account: string; sinceBlock: number },
): Filing | undefined {
  return filings.find(
    (filing) =>
      filing.blockNumber > sinceBlock &&
      isSameAddress(filing.actor, account) &&
      FILED_AS[kind].includes(filing.kind),
  );
}

/** The API allows a number of requests a minute, which the page's own are part of. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 4_000;

/** Looks again and again until there is something, more and more seldom. A failed look is not an answer. */
export async function lookUntilFound<T>({
  look,
  pause,
}: {
  look(): Promise<T | undefined>;
  /** Rejects once the caller has stopped waiting. */
  pause(ms: number): Promise<void>;
}): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    let waitMs = pauseMs;
    try {
      const found = await look();
      if (found !== undefined) return found;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      waitMs = Math.max(pauseMs, toRetryDelayMs(error) ?? LONGEST_PAUSE_MS);
    }
    await pause(waitMs);
  }
}
