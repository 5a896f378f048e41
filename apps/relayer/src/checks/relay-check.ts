import type { ForwardRequest } from "@agent-registry/protocol";
import type { Hex } from "viem";
import type { Trial } from "../chain/create-chain.ts";
import type { Spending } from "../ledger/budget.ts";

/** Why a request is not relayed, as its sender is told. */
export type Refusal = { status: 400 | 401 | 403 | 429 | 500 | 503; error: string };

export type RelayInput = {
  request: ForwardRequest;
  signature: Hex;
  digest: Hex;
  ip: string;
  /** Tries the request out on the chain without paying; the chain is asked once, however often this is called. */
  trial(): Promise<Trial>;
};

/** One rule: the refusal, or null where the request may pass. */
export type RelayCheck = (input: RelayInput) => Refusal | null | Promise<Refusal | null>;

/** What the last rules decide by; it stands still while they do. */
export type LedgerView = Spending & {
  balanceWei: bigint;
  /** The worst case of what this wallet has in flight. */
  walletReservedWei: bigint;
  /** The worst case of the request itself. */
  worstCaseWei: bigint;
  trial: Trial;
};

/** A rule that holds together with the reservation: it is asked under the ledger's lock. */
export type LedgerCheck = (view: LedgerView) => Refusal | null;
