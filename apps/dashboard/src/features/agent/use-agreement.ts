"use client";

import type { ConsentsResponse } from "@agent-registry/protocol";
import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { type Agreement, toAgreement } from "../../shared/agreement.ts";
import { useRefetchOnChange } from "./use-refetch-on-change.ts";

type Input = { id: string; agentWallet: string; refreshMs: number };

/**
 * Whether the parties stand by the record, asked for again and again: a verdict rests on it. If a party has
 * said something since, the history is read again as well.
 */
export function useAgreement({ id, agentWallet, refreshMs }: Input): Agreement {
  const state = useResource(resources.consents(id), { refreshMs });
  useRefetchOnChange({ id, record: state.data === undefined ? null : toChangeable(state.data) });
  return toAgreement({ ...state, agentWallet });
}

function toChangeable(consents: ConsentsResponse): string {
  const { wallet, haftungsperson, parent, proposedHaftungsperson, pendingWallet, attester } = consents;
  const words = [wallet.since, haftungsperson.since, parent?.since];
  return [...words, proposedHaftungsperson, pendingWallet, attester].join();
}
