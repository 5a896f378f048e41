import type { Hex } from "viem";
import type { Simulation } from "../chain/simulator.ts";
import type { Spending } from "../ledger/budget.ts";
import type { CountersView, Limit } from "../ledger/counters.ts";
import type { Refusal } from "../ledger/schema.ts";
import type { ParsedRelayBody } from "./parse-relay-body.ts";

export type RelayInput = ParsedRelayBody & { digest: Hex; ip: string };

export type NonceView = {
  digest: Hex;
  /** The digest of the request in flight that holds this signer's nonce. */
  nonceHolder: Hex | undefined;
};

/** What a rule with counters knows of a request when it says which counters it looks at. */
export type CountedInput = Pick<RelayInput, "ip" | "request">;

/** What is looked at once for a request, after the chain has answered. */
export type SimulatedInput = RelayInput & { simulation: Simulation; counters: CountersView };

/** What the last rules decide by; it does not change while they do. */
export type LedgerView = Spending &
  NonceView &
  Pick<ParsedRelayBody, "call"> & {
    balanceWei: bigint;
    /** The worst case of what this wallet has in flight. */
    walletReservedWei: bigint;
    /** The worst case of the request itself. */
    worstCaseWei: bigint;
    simulation: Simulation;
    /** Whether the part of the budget that is kept for attestations is there for this request, too. */
    mayUseReserve: boolean;
  };

/** One rule: the refusal, or null if the request may pass. */
export type Check<Input> = (input: Input) => Refusal | null | Promise<Refusal | null>;

/** A rule that counts, with the counters that it takes from: those of all requests of a round are read together. */
export type CountedCheck = {
  limits: (input: CountedInput) => Limit[];
  check: (input: SimulatedInput) => Refusal | null;
};
