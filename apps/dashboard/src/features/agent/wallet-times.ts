import type { AgentWalletsResponse } from "@agent-registry/protocol";
import { formatDate } from "../../shared/time/format-time.ts";

type Wallets = Pick<AgentWalletsResponse, "data" | "total">;

type WalletTimes = {
  /** The day from which on the wallet is the agent's; null if it is so from the registration on. */
  since: string | null;
  /** Newest first. */
  former: { wallet: string; until: string }[];
  /** How many there were before those. */
  rest: number;
};

/** Which wallets an agent has had, up to a moment of the past or up to today. */
export function toWalletTimes({ data, total }: Wallets, asOf: string | null): WalletTimes {
  const known = asOf === null ? data : data.filter(({ since }) => Date.parse(since) <= Date.parse(asOf));
  const [present, ...former] = known;
  const rest = total - data.length;
  const wasReplaced = former.length + rest > 0;
  return {
    since: present === undefined || !wasReplaced ? null : formatDate(present.since),
    former: former.map(({ wallet, until }) => ({ wallet, until: formatDate(until ?? "") })),
    rest,
  };
}
