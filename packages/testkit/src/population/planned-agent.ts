export const HOUR = 3_600;
export const DAY = 24 * HOUR;

/** Who acts, by role; `toAccount` turns it into an account. */
export type Actor =
  | { role: "wallet"; agent: number }
  | { role: "haftungsperson"; person: number }
  | { role: "creator"; creator: number }
  | { role: "regulator" };

type Registration = {
  kind: "register";
  agent: number;
  parent: number;
  person: number;
  scope: string;
  selfModifying: boolean;
};

/** `agent` is the id that the contract will assign. */
export type PlannedAction = { at: number; actor: Actor } & (
  | Registration
  | {
      kind: "attest" | "terminate" | "confirm" | "reactivate" | "update-capabilities" | "update-constitution";
      agent: number;
    }
  | { kind: "suspend" | "revoke"; agent: number; reason: string }
  | { kind: "report"; agent: number; amount: number; currency: string; category: string; periodDays: number }
);

/** What changes an agent's state. */
export type FateStep =
  | { at: number; kind: "suspend" | "revoke"; reason: string }
  | { at: number; kind: "reactivate" | "terminate" };

export type PlannedAgent = {
  agent: number;
  parent: number;
  generation: number;
  person: number;
  creator: Actor;
  registeredAt: number;
  /** Until when it attests and reports; earlier than the end for a lapsed, suspended or ended agent. */
  silentFrom: number;
  /** Empty for most, which stay Active. */
  fate: FateStep[];
};
