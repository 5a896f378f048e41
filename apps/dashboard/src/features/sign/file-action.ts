import type { Filing } from "@agent-registry/protocol";
import { fetchResource } from "../../api/fetch-resource.ts";
import { resources } from "../../api/resources.ts";
import { findFailure, type SendingStage, sendByRelayer, sendDirectly } from "../../wallet/send-call.ts";
import type { WalletSession } from "../../wallet/wallet-session.ts";
import { encodeAction } from "./encode-action.ts";
import type { SignableEntry } from "./entry-roles.ts";
import type { Action } from "./to-actions.ts";
import { findFiling, lookUntilFound } from "./wait-for-filing.ts";

type Input = {
  session: WalletSession;
  apiUrl: string;
  registry: `0x${string}`;
  /** Null if the account sends, and pays for, its own transaction. */
  relayerUrl: string | null;
  entry: SignableEntry;
  action: Action;
  onStage(stage: SendingStage | "recording"): void;
};

/** Has an action signed, sent and filed; resolves with its filing once the register shows it. */
export async function fileAction(input: Input): Promise<Filing> {
  const { session, apiUrl, registry, relayerUrl, entry, action, onStage } = input;
  const call = { to: registry, data: encodeAction(action, entry).data };
  const sending = { session, call, onStage };
  const { sinceBlock, transactionHash } =
    relayerUrl === null ? await sendDirectly(sending) : await sendByRelayer({ ...sending, relayerUrl });
  onStage("recording");
  const { signal, account } = session;
  const resource = resources.history({ id: entry.agent.agentId, limit: 20, offset: 0 });
  return await lookUntilFound({
    async look() {
      const { body } = await fetchResource({ apiUrl, resource, signal });
      const filing = findFiling(body.data, { kind: action.kind, account, sinceBlock });
      if (filing !== undefined || transactionHash === null) return filing;
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
