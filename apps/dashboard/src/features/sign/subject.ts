import type { QueryClient } from "@tanstack/react-query";
import { type PersonResponse, type Resource, resources } from "../../api/resources.ts";
import { toOutcome } from "./action-words.ts";
import type { SignableEntry } from "./entry-roles.ts";
import { fileAction, fileCall, type Sending } from "./file-action.ts";
import { encodePersonAction, findOutcome, type PersonAction, toPersonOutcome } from "./person-actions.ts";
import { refreshEntry, refreshToNewest } from "./refresh-entry.ts";
import type { Action } from "./to-actions.ts";

/** What is acted on: how an action is filed, and how the page comes to show it. */
export type Subject<A> = {
  file(action: A, sending: Sending, client: QueryClient): Promise<{ transactionHash: string | null }>;
  /** Another party may have acted meanwhile. */
  refresh(asking: { client: QueryClient; apiUrl: string; signal: AbortSignal }): Promise<void>;
  toOutcome(action: A): string;
};

export function toEntrySubject(entry: SignableEntry): Subject<Action> {
  const id = String(entry.agent.agentId);
  return {
    async file(action, sending, client) {
      const filing = await fileAction({ ...sending, entry, action });
      const { apiUrl, session } = sending;
      const block = filing.blockNumber;
      await refreshEntry({ client, apiUrl, id, signal: session.signal, block }).catch(() => {});
      return filing;
    },
    refresh: (asking) => refreshToNewest({ ...asking, id }),
    toOutcome: (action) => toOutcome(action, entry),
  };
}

/** A person, by the question whose answer the page shows: the action is filed once that answer shows it. */
export function toPersonSubject(address: string, resource: Resource<PersonResponse>): Subject<PersonAction> {
  return {
    async file(action, sending, client) {
      const { answer, transactionHash } = await fileCall({
        ...sending,
        data: encodePersonAction(action).data,
        resource,
        find(answer, sent) {
          const hash = findOutcome(action, answer.body.certificates ?? []);
          return hash === undefined ? undefined : { answer, transactionHash: hash ?? sent.transactionHash };
        },
      });
      client.setQueryData([resource.path], answer);
      // Entries that name the person show it in short.
      client.removeQueries({ queryKey: [resources.certified(address).path] });
      return { transactionHash };
    },
    refresh: ({ client }) => client.refetchQueries({ queryKey: [resource.path] }),
    toOutcome: toPersonOutcome,
  };
}
