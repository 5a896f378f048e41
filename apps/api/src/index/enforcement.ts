import type { EnforcementAction } from "@agent-registry/protocol";

/** An action is stored as its place in this list: append only. */
const STORED_ACTIONS = [
  "suspended",
  "reactivated",
  "revoked",
  "released",
  "refused",
] as const satisfies EnforcementAction[];

export function toActionNumber(action: EnforcementAction): number {
  return STORED_ACTIONS.indexOf(action);
}

export function toAction(stored: number): EnforcementAction {
  const action = STORED_ACTIONS[stored];
  if (action === undefined) throw new RangeError(`No enforcement action has the number ${stored}`);
  return action;
}
