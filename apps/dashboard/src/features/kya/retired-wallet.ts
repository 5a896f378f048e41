import type { WalletEntriesResponse } from "@agent-registry/protocol";
import { formatDay } from "../../shared/time/format-time.ts";

/** Of a wallet that was replaced: whose it was, until when, and from which one that agent acts today. */
type RetiredWallet = { agentId: number; since: string; presentWallet: string };

/** Null if the wallet was never replaced, or if it had not been at that moment of the past. */
export function findRetired(
  { data }: Pick<WalletEntriesResponse, "data">,
  asOf: string | null = null,
): RetiredWallet | null {
  for (const { agentId, agentWallet, retired } of data)
    if (retired != null && (asOf === null || Date.parse(retired.since) <= Date.parse(asOf)))
      return { agentId, since: retired.since, presentWallet: agentWallet };
  return null;
}

/** What a provider must know of it. Such a key may be in other hands: that is why it was replaced. */
export function toRetiredVerdict({ agentId, since }: RetiredWallet): { title: string; text: string } {
  return {
    title: "Not registered: this wallet was replaced",
    text: `It was the wallet of agent ${agentId} until ${formatDay(since)}, when another took its place for good. A caller with this wallet is not the agent: its key may be in other hands. Do not provision services to it. If you expect agent ${agentId}, ask it for its present wallet and check that one.`,
  };
}
