import { relayErrors } from "@agent-registry/protocol";
import type { Simulation } from "../chain/simulator.ts";
import type { Refusal } from "../refusal.ts";
import { toCallDataError } from "./parse-relay-body.ts";
import type { LedgerCheck } from "./relay-check.ts";

/**
 * A call that would revert is answered with its reason, and the relayer pays nothing. The contract also sees the
 * signer's address, which the forwarder puts behind the data; so it may understand what we cannot decode.
 */
export const simulation: LedgerCheck = ({ simulation, call }) =>
  toSimulationRefusal(simulation) ??
  (call.kind === "write" ? null : { status: 400, error: toCallDataError("must be a call of the Registry") });

export function toSimulationRefusal(simulation: Simulation): Refusal | null {
  if (simulation.kind === "succeeds") return null;
  if (simulation.kind === "invalid-signature") return { status: 401, error: relayErrors.invalidSignature };
  return { status: 500, error: relayErrors.contractReverted(simulation.reason) };
}
