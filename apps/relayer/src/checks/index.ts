import type { Address } from "viem";
import type { Counters } from "../ledger/counters.ts";
import { balance } from "./balance.ts";
import { createBudgetCheck } from "./budget.ts";
import { createIpRateCheck } from "./ip-rate.ts";
import type { LedgerCheck, Refusal, RelayCheck, RelayInput } from "./relay-check.ts";
import { forwarderVerification } from "./signature.ts";
import { createSignerRateCheck } from "./signer-rate.ts";
import { simulation } from "./simulation.ts";
import { createTargetCheck } from "./target.ts";
import { value } from "./value.ts";

export type Checks = { beforeLedger: RelayCheck[]; underLock: LedgerCheck[] };

type CheckOptions = {
  counters: Counters;
  registryAddress: Address;
  limitPerIp: number;
  limitPerSigner: number;
  budgetWei: bigint;
};

/**
 * The rules in the specification's order; the first that refuses answers. Step 1 and the local half of
 * step 2 come before: without a body that can be read and a signature that fits, there is no request.
 */
export function createChecks(options: CheckOptions): Checks {
  const { counters, registryAddress, limitPerIp, limitPerSigner, budgetWei } = options;
  return {
    beforeLedger: [
      forwarderVerification,
      createIpRateCheck({ counters, limitPerHour: limitPerIp }),
      createSignerRateCheck({ counters, limitPerHour: limitPerSigner }),
      createTargetCheck({ registryAddress }),
      value,
    ],
    underLock: [balance, createBudgetCheck({ budgetWei }), simulation],
  };
}

export async function findRefusal(checks: RelayCheck[], input: RelayInput): Promise<Refusal | null> {
  for (const check of checks) {
    const refusal = await check(input);
    if (refusal !== null) return refusal;
  }
  return null;
}
