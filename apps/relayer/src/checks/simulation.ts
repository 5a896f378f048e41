import { relayErrors } from "@agent-registry/protocol";
import type { Simulation } from "../chain/simulator.ts";
import type { Refusal } from "../refusal.ts";
import type { LedgerCheck } from "./relay-check.ts";

/** A call that would revert is answered with its reason, and the relayer pays nothing. */
export const simulation: LedgerCheck = ({ simulation }) => toSimulationRefusal(simulation);

export function toSimulationRefusal(simulation: Simulation): Refusal | null {
  if (simulation.kind === "succeeds") return null;
  if (simulation.kind === "invalid-signature") return { status: 401, error: relayErrors.invalidSignature };
  return { status: 500, error: relayErrors.contractReverted(simulation.reason) };
}
