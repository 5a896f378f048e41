"use client";

import type { ConsentsResponse } from "@agent-registry/protocol";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { resources } from "../../api/resources.ts";
import { refetchAroundRecord, useResource } from "../../api/use-resource.ts";
import { type Agreement, toAgreement } from "../../shared/verdict/agreement.ts";

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

/**
 * Refetches everything else about an agent when its record changes. Only the record is refreshed regularly;
 * it is null until it is known.
 */
export function useRefetchOnChange({ id, record }: { id: string; record: string | null }): void {
  const client = useQueryClient();
  const seen = useRef<{ id: string; record: string } | null>(null);

  useEffect(() => {
    if (record === null) return;
    const before = seen.current;
    seen.current = { id, record };
    if (before === null || before.id !== id || before.record === record) return;
    void refetchAroundRecord(client, id);
  }, [client, id, record]);
}
