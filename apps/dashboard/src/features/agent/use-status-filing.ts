"use client";

import type { AgentStatus } from "@agent-registry/protocol";
import type { StatusFiling } from "../../shared/filing-actor.ts";
import { findStatusFiling } from "../../shared/stopped-verdict.ts";
import type { Filings } from "./use-filings.ts";
import { useOlderFilings } from "./use-older-filings.ts";

/**
 * The filing that stopped an agent, for its reason; null while it may still load. Parties may agree, refuse and
 * propose any number of times afterwards: the reason is looked for on older pages, so that an agent cannot bury it.
 */
export function useStatusFiling({
  status,
  history,
}: {
  status: AgentStatus | undefined;
  history: Filings;
}): StatusFiling | null | undefined {
  const { filings, error } = history;
  const isStopped = status !== undefined && status !== "Active";
  const found = isStopped
    ? findStatusFiling({ status, filings: (filings ?? []).map(({ filing }) => filing) })
    : undefined;
  const isOlder = useOlderFilings({ history, isWanted: isStopped && found === undefined });

  if (!isStopped) return undefined;
  if (filings === undefined) return error === null ? null : undefined;
  return isOlder ? null : found;
}
