import type { Address } from "viem";
import type { Counters, CountersView, Limit } from "../ledger/counters.ts";
import type { Refusal } from "../refusal.ts";
import { balance } from "./balance.ts";
import { createBudgetCheck } from "./budget.ts";
import { createChainQuotaCheck, createHourlyRatesCheck } from "./hourly-limits.ts";
import { type ParsedRelayBody, parseRelayBody } from "./parse-relay-body.ts";
import type {
  Check,
  CountedInput,
  LedgerView,
  NonceView,
  RelayInput,
  SimulatedInput,
} from "./relay-check.ts";
import {
  createForwarderVerification,
  createLocalSignatureCheck,
  nonceFree,
  type RecoverSigner,
} from "./signature.ts";
import { simulation } from "./simulation.ts";
import { createTargetCheck } from "./target.ts";
import { value } from "./value.ts";

/**
 * When a rule runs:
 * - `parsing`: before there is a request
 * - `on-arrival`: before the request comes into a round; a forgery ends here
 * - `before-simulation`: in a round, before the chain is asked; the counters may only be looked at
 * - `under-lock`: once for a request, in the transaction that may accept it
 * - `with-reservation`: the same, and tried again while only requests in flight stand in the way
 */
type ParsingRule = { when: "parsing"; parse: (body: unknown) => ParsedRelayBody };
type CheckRule =
  | { when: "on-arrival"; check: Check<RelayInput> }
  | (Counting & { when: "before-simulation"; check: Check<ArrivedInput> })
  | (Counting & { when: "under-lock"; check: Check<SimulatedInput> })
  | { when: "with-reservation"; check: Check<LedgerView> };
export type RelayRules = [ParsingRule, ...CheckRule[]];

/** The counters that a rule looks at: those of all requests of a round are read together. */
type Counting = { limits?: (input: CountedInput) => Limit[] };
type ArrivedInput = RelayInput & NonceView & { counters: Pick<CountersView, "findFull"> };

type RuleOptions = {
  recoverSigner: RecoverSigner;
  counters: Pick<Counters, "take">;
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
    { when: "before-simulation", check: nonceFree },
    // Step 3 in advance, for an address that has had the chain asked too often
    { when: "before-simulation", ...createChainQuotaCheck({ counters, limitPerHour: limitPerIp }) },
    // Step 2 again, by the chain
    { when: "under-lock", ...createForwarderVerification({ limitPerHour: limitPerIp }) },
    // Step 3
    { when: "under-lock", ...createHourlyRatesCheck({ limitPerIp, limitPerSigner }) },
    // Step 4
    { when: "under-lock", check: createTargetCheck({ registryAddress }) },
    // Step 5
    { when: "under-lock", check: value },
    // Step 2 again: another process may have accepted a request with this nonce meanwhile
    { when: "with-reservation", check: nonceFree },
    // Step 6
    { when: "with-reservation", check: balance },
    // Step 7
    { when: "with-reservation", check: createBudgetCheck({ budgetWei, attestationReserveWei }) },
    // After step 7: the revert reason
    { when: "with-reservation", check: simulation },
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
