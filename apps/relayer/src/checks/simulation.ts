import { relayErrors } from "@agent-registry/protocol";
import type { Trial } from "../chain/create-chain.ts";
import type { LedgerCheck, Refusal } from "./relay-check.ts";

/** A call that would revert is answered with its reason, and nobody pays. */
export const simulation: LedgerCheck = ({ trial }) => toTrialRefusal(trial);

export function toTrialRefusal(trial: Trial): Refusal | null {
  if (trial.kind === "succeeds") return null;
  if (trial.kind === "invalid-signature") return { status: 401, error: relayErrors.invalidSignature };
  return { status: 500, error: relayErrors.contractReverted(trial.reason) };
}
