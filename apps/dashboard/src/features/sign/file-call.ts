import type { Filing } from "@agent-registry/protocol";
import {
  findFailure,
  type SendingStage,
  type SentByWallet,
  sendByRelayer,
  sendDirectly,
  type WalletSession,
} from "@agent-registry/sdk/browser-wallet";
import { ApiError, toRetryDelayMs } from "../../api/api-error.ts";
import { type Answer, fetchResource } from "../../api/fetch-resource.ts";
import type { Resource } from "../../api/resources.ts";
import { isSameAddress } from "../../wallet/provider.ts";
import { type ActionKind, ENTRY_ACTIONS } from "./entry-actions.ts";

/** What every action needs on its way into the register. */
export type Sending = {
  session: WalletSession;
  apiUrl: string;
  registry: `0x${string}`;
  /** Null if the account sends, and pays for, its own transaction. */
  relayerUrl: string | null;
  onStage(stage: SendingStage | "recording"): void;
};

/** Has a call signed and sent; resolves with what `find` finds in the register's answer, once it does. */
export async function fileCall<T, F>({
  session,
  apiUrl,
  registry,
  relayerUrl,
  onStage,
  data,
  resource,
  find,
}: Sending & {
  data: `0x${string}`;
  /** The answer that shows the change. */
  resource: Resource<T>;
  find(answer: Answer<T>, sent: SentByWallet): F | undefined;
}): Promise<F> {
  const call = { to: registry, data };
  const sending = { session, call, onStage };
  const { sinceBlock, transactionHash } =
    relayerUrl === null ? await sendDirectly(sending) : await sendByRelayer({ ...sending, relayerUrl });
  onStage("recording");
  const { signal } = session;
  return await lookUntilFound({
    async look() {
      const answer = await fetchResource({ apiUrl, resource, signal });
      const found = find(answer, { sinceBlock, transactionHash });
      if (found !== undefined || transactionHash === null) return found;
      const failure = await findFailure(session, { call, transactionHash });
      if (failure !== null) throw failure;
      return undefined;
    },
    pause: (ms) => pause(ms, signal),
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

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
      ENTRY_ACTIONS[kind].filedAs.includes(filing.kind),
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
