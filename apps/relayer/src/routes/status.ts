import type { RelayerStatusResponse } from "@agent-registry/protocol";
import type { Clock } from "@agent-registry/service";
import { Hono } from "hono";
import { type Address, formatEther } from "viem";
import type { Chain } from "../chain/create-chain.ts";
import { createRecentReads } from "../chain/recent-reads.ts";
import type { Spending } from "../ledger/budget.ts";

type StatusRouteDeps = {
  chain: Pick<Chain, "readBalance">;
  clock: Clock;
  readSpending: () => Promise<Spending>;
  wallet: Address;
  forwarderAddress: Address;
  registryAddress: Address;
  shownRpcUrl: string;
  budgetWei: bigint;
};

export function statusRoute(deps: StatusRouteDeps) {
  const recentBalance = createRecentReads({ read: () => deps.chain.readBalance(), clock: deps.clock });

  async function readStatus(): Promise<RelayerStatusResponse> {
    const spending = await deps.readSpending();
    // If another sum is paid, a transaction was settled since, by this process or another: the balance has changed, too.
    const balanceWei = await recentBalance.get("", String(spending.paidWei));
    return {
      relayer: deps.wallet,
      balance: formatEther(balanceWei),
      forwarder: deps.forwarderAddress,
      registry: deps.registryAddress,
      rpc: deps.shownRpcUrl,
      dailyBudget: `${formatEther(deps.budgetWei)} ETH`,
      dailyGasUsed: `${formatEther(spending.paidWei)} ETH`,
      budgetRemaining: `${formatEther(toRemaining(deps.budgetWei, spending))} ETH`,
    };
  }

  return new Hono().get("/status", async (c) => c.json(await readStatus()));
}

/** What is in flight counts at its worst case. Never negative, even if the budget was lowered meanwhile. */
export function toRemaining(budgetWei: bigint, { paidWei, reservedWei }: Spending): bigint {
  const left = budgetWei - paidWei - reservedWei;
  return left > 0n ? left : 0n;
}
