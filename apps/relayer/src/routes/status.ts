import type { RelayerStatusResponse } from "@agent-registry/protocol";
import { Hono } from "hono";
import { type Address, formatEther } from "viem";
import type { Chain } from "../chain/create-chain.ts";
import type { Spending } from "../ledger/budget.ts";

type StatusRouteDeps = {
  chain: Pick<Chain, "readBalance">;
  readSpending: () => Promise<Spending>;
  wallet: Address;
  forwarderAddress: Address;
  registryAddress: Address;
  shownRpcUrl: string;
  budgetWei: bigint;
};

export function statusRoute(deps: StatusRouteDeps) {
  return new Hono().get("/status", async (c) => {
    const [balanceWei, spending] = await Promise.all([deps.chain.readBalance(), deps.readSpending()]);
    return c.json({
      relayer: deps.wallet,
      balance: formatEther(balanceWei),
      forwarder: deps.forwarderAddress,
      registry: deps.registryAddress,
      rpc: deps.shownRpcUrl,
      dailyBudget: `${formatEther(deps.budgetWei)} ETH`,
      dailyGasUsed: `${formatEther(spending.paidWei)} ETH`,
      budgetRemaining: `${formatEther(toRemaining(deps.budgetWei, spending))} ETH`,
    } satisfies RelayerStatusResponse);
  });
}

/** What is in flight counts at its worst case. Never negative, even if the budget was lowered meanwhile. */
export function toRemaining(budgetWei: bigint, { paidWei, reservedWei }: Spending): bigint {
  const left = budgetWei - paidWei - reservedWei;
  return left > 0n ? left : 0n;
}
