import type { Hex } from "viem";
import type { Simulation } from "../chain/simulator.ts";
import type { Spending } from "../ledger/budget.ts";
import type { Refusal } from "../refusal.ts";
import type { ParsedRelayBody } from "./parse-relay-body.ts";
import type { RegistryCall } from "./registry-call.ts";

export type RelayInput = ParsedRelayBody & {
  digest: Hex;
  ip: string;
  /** What the request would do, without paying for it; the chain is asked once, however often this is called. */
  simulate(): Promise<Simulation>;
};

export type NonceView = {
  digest: Hex;
  /** The digest of the request in flight that holds this signer's nonce. */
  nonceHolder: Hex | undefined;
};

/** What the last rules decide by; it does not change while they do. */
export type LedgerView = Spending &
  NonceView & {
    balanceWei: bigint;
    /** The worst case of what this wallet has in flight. */
    walletReservedWei: bigint;
    /** The worst case of the request itself. */
    worstCaseWei: bigint;
    simulation: Simulation;
    call: RegistryCall;
    /** Whether the part of the budget that is kept for attestations is there for this request, too. */
    mayUseReserve: boolean;
  };

/** One rule: the refusal, or null if the request may pass. */
export type RelayCheck = (input: RelayInput) => Refusal | null | Promise<Refusal | null>;

/** A rule that has to hold together with the reservation. */
export type LedgerCheck = (view: LedgerView) => Refusal | null;
