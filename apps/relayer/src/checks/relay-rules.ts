import { MIN_RELAYER_BALANCE_WEI, relayErrors } from "@agent-registry/protocol";
import type { Address } from "viem";
import type { Simulation } from "../chain/simulator.ts";
import type { SignedDigest } from "../fast/crypto.ts";
import type { Counters, CountersView } from "../ledger/counters.ts";
import type { Refusal } from "../ledger/schema.ts";
import { isSameAddress } from "../transaction/forwarder.ts";
import { createChainQuotaCheck, createHourlyRatesCheck, toIpLimits } from "./hourly-limits.ts";
import { type ParsedRelayBody, parseRelayBody, toCallDataError } from "./parse-relay-body.ts";
import type {
  Check,
  CountedCheck,
  CountedInput,
  LedgerView,
  NonceView,
  RelayInput,
  SimulatedInput,
} from "./relay-check.ts";

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
type Counting = Partial<Pick<CountedCheck, "limits">>;
type ArrivedInput = RelayInput & NonceView & { counters: Pick<CountersView, "findFull"> };

type RecoverSigner = (signed: SignedDigest) => Address | null | Promise<Address | null>;

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
  return [
    // Step 1, and malformed fields
    { when: "parsing", parse: (body) => parseRelayBody({ body, maxRequestGas, registryAddress }) },
    // Step 2
    { when: "on-arrival", check: createLocalSignatureCheck(options) },
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
    { when: "with-reservation", check: createBudgetCheck(options) },
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

const invalidSignature = { status: 401, error: relayErrors.invalidSignature } as const;

/** Step 2, first part: the signer is recovered here, so that a forgery costs no call to the chain. */
export function createLocalSignatureCheck({ recoverSigner }: Pick<RuleOptions, "recoverSigner">) {
  return async function localSignature({ request, signature, digest }: RelayInput): Promise<Refusal | null> {
    const signer = await recoverSigner({ digest, signature });
    return signer === request.from.toLowerCase() ? null : invalidSignature;
  };
}

/** A nonce that another request in flight holds is as good as spent: a second one would be mined only to fail. */
export function nonceFree({ digest, nonceHolder }: NonceView): Refusal | null {
  return nonceHolder === undefined || nonceHolder === digest ? null : invalidSignature;
}

/** Step 2, last part: the forwarder has the last word, on the nonce and the deadline too. */
export function createForwarderVerification({ limitPerHour }: { limitPerHour: number }): CountedCheck {
  const limits = ({ ip }: CountedInput) => toIpLimits({ ip, limitPerHour }).invalid;
  return {
    limits,
    check(input) {
      if (input.simulation.kind !== "invalid-signature") return null;
      // The hourly limit does not count it; a limit of its own bounds how often the chain is asked in vain.
      input.counters.take(limits(input));
      return invalidSignature;
    },
  };
}

/** Step 4: the relayer pays for calls of the Registry alone. */
export function createTargetCheck({ registryAddress }: Pick<RuleOptions, "registryAddress">) {
  return function target({ request }: Pick<RelayInput, "request">): Refusal | null {
    if (isSameAddress(request.to, registryAddress)) return null;
    return { status: 403, error: relayErrors.wrongTarget };
  };
}

/** Step 5: the relayer would pay the transferred ether. */
export function value({ request }: Pick<RelayInput, "request">): Refusal | null {
  return request.value === 0n ? null : { status: 403, error: relayErrors.valueTransfer };
}

/** Step 6: what is in flight counts as spent, so that many requests at once cannot take the wallet below its minimum. */
export function balance({ balanceWei, walletReservedWei }: LedgerView): Refusal | null {
  if (balanceWei - walletReservedWei >= MIN_RELAYER_BALANCE_WEI) return null;
  return { status: 503, error: relayErrors.balanceTooLow };
}

/**
 * Step 7: what was paid, and the worst case of what is in flight and of this request, fit into the day's
 * budget. The reserve is for attestations that are due: a client that uses up the rest cannot make registered
 * agents lapse.
 */
export function createBudgetCheck(options: Pick<RuleOptions, "budgetWei" | "attestationReserveWei">) {
  const { budgetWei, attestationReserveWei } = options;
  return function budget({ paidWei, reservedWei, worstCaseWei, mayUseReserve }: LedgerView): Refusal | null {
    const limitWei = mayUseReserve ? budgetWei : budgetWei - attestationReserveWei;
    if (paidWei + reservedWei + worstCaseWei <= limitWei) return null;
    return { status: 429, error: relayErrors.budgetExhausted };
  };
}

/**
 * A call that would revert is answered with its reason, and the relayer pays nothing. The contract also sees the
 * signer's address, which the forwarder puts behind the data; so it may understand what we cannot decode.
 */
export function simulation({ simulation, call }: LedgerView): Refusal | null {
  const refusal = toSimulationRefusal(simulation);
  if (refusal !== null || call.kind === "write") return refusal;
  return { status: 400, error: toCallDataError("must be a call of the Registry") };
}

export function toSimulationRefusal(simulation: Simulation): Refusal | null {
  if (simulation.kind === "succeeds") return null;
  if (simulation.kind === "invalid-signature") return invalidSignature;
  return { status: 500, error: relayErrors.contractReverted(simulation.reason) };
}
