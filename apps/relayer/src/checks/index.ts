import type { Address } from "viem";
import type { Counters } from "../ledger/counters.ts";
import type { Refusal } from "../refusal.ts";
import { balance } from "./balance.ts";
import { createBudgetCheck } from "./budget.ts";
import { createChainQuotaCheck } from "./chain-quota.ts";
import { createHourlyRatesCheck } from "./hourly-rates.ts";
import { nonceFree } from "./nonce-free.ts";
import { type ParsedRelayBody, parseRelayBody } from "./parse-relay-body.ts";
import type { LedgerView, NonceView, RelayInput } from "./relay-check.ts";
import { createForwarderVerification, createLocalSignatureCheck, type RecoverSigner } from "./signature.ts";
import { simulation } from "./simulation.ts";
import { createTargetCheck } from "./target.ts";
import { value } from "./value.ts";

type Check<Input> = (input: Input) => Refusal | null | Promise<Refusal | null>;

/**
 * When a rule runs:
 * - `parsing`: before there is a request
 * - `on-arrival`: before the ledger and the counters are touched; a forgery ends here
 * - `before-lock`: once for a request, however often it is posted at the same time
 * - `under-lock`: together with the reservation; tried again while only requests in flight stand in the way
 */
type ParsingRule = { when: "parsing"; parse: (body: unknown) => ParsedRelayBody };
type CheckRule =
  | { when: "on-arrival"; check: Check<RelayInput> }
  | { when: "before-lock"; check: Check<RelayInput & NonceView> }
  | { when: "under-lock"; check: Check<LedgerView> };
export type RelayRules = [ParsingRule, ...CheckRule[]];

type RuleOptions = {
  recoverSigner: RecoverSigner;
  counters: Counters;
  registryAddress: Address;
  maxRequestGas: bigint;
  limitPerIp: number;
  limitPerSigner: number;
  budgetWei: bigint;
  /** The part of the budget that only attestations which are due may use. */
  attestationReserveWei: bigint;
};

/** Every rule of `POST /relay` in the specification's order; the first that refuses answers. */
export function createRelayRules(options: RuleOptions): RelayRules {
  const { counters, registryAddress, maxRequestGas, limitPerIp, limitPerSigner } = options;
  const { recoverSigner, budgetWei, attestationReserveWei } = options;
  return [
    // Step 1, and malformed fields
    { when: "parsing", parse: (body) => parseRelayBody({ body, maxRequestGas, registryAddress }) },
    // Step 2
    { when: "on-arrival", check: createLocalSignatureCheck({ recoverSigner }) },
    { when: "before-lock", check: nonceFree },
    // Step 3 in advance, for an address that has had the chain asked too often
    { when: "before-lock", check: createChainQuotaCheck({ counters, limitPerHour: limitPerIp }) },
    // Step 2 again, by the chain
    { when: "before-lock", check: createForwarderVerification({ counters, limitPerHour: limitPerIp }) },
    // Step 3
    { when: "before-lock", check: createHourlyRatesCheck({ counters, limitPerIp, limitPerSigner }) },
    // Step 4
    { when: "before-lock", check: createTargetCheck({ registryAddress }) },
    // Step 5
    { when: "before-lock", check: value },
    // Step 2 again: another process may have accepted a request with this nonce meanwhile
    { when: "under-lock", check: nonceFree },
    // Step 6
    { when: "under-lock", check: balance },
    // Step 7
    { when: "under-lock", check: createBudgetCheck({ budgetWei, attestationReserveWei }) },
    // After step 7: the revert reason
    { when: "under-lock", check: simulation },
  ];
}

export async function findRefusal<Input>(
  rules: { check: Check<Input> }[],
  input: Input,
): Promise<Refusal | null> {
  for (const { check } of rules) {
    const refusal = await check(input);
    if (refusal !== null) return refusal;
  }
  return null;
}
