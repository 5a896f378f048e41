import type { Filing } from "@agent-registry/protocol";
import { type Answer, fetchResource } from "../../api/fetch-resource.ts";
import { type Resource, resources } from "../../api/resources.ts";
import { findFailure, type SendingStage, sendByRelayer, sendDirectly } from "../../wallet/send-call.ts";
import type { WalletSession } from "../../wallet/wallet-session.ts";
import { encodeAction } from "./encode-action.ts";
import type { SignableEntry } from "./entry-roles.ts";
import type { Action } from "./to-actions.ts";
import { findFiling, lookUntilFound } from "./wait-for-filing.ts";

/** What every action needs on its way into the register. */
export type Sending = {
  session: WalletSession;
  apiUrl: string;
  registry: `0x${string}`;
  /** Null if the account sends, and pays for, its own transaction. */
  relayerUrl: string | null;
  onStage(stage: SendingStage | "recording"): void;
};

/** Has an action signed, sent and filed; resolves with its filing once the register shows it. */
export async function fileAction({
  entry,
  action,
  ...sending
}: Sending & { entry: SignableEntry; action: Action }): Promise<Filing> {
  const { account } = sending.session;
  return await fileCall({
    ...sending,
    data: encodeAction(action, entry).data,
    resource: resources.history({ id: entry.agent.agentId, limit: 20, offset: 0 }),
    find: ({ body }, { sinceBlock }) => findFiling(body.data, { kind: action.kind, account, sinceBlock }),
  });
}

type Sent = { sinceBlock: number; transactionHash: string | null };

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
  find(answer: Answer<T>, sent: Sent): F | undefined;
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
