export const HOUR = 3_600;
export const DAY = 24 * HOUR;

/** Who acts, by role; `toAccount` turns it into an account. */
export type Actor =
  | { role: "wallet"; agent: number }
  /** The wallet that took the place of the agent's first one. */
  | { role: "new-wallet"; agent: number }
  | { role: "attester"; agent: number }
  | { role: "haftungsperson"; person: number }
  | { role: "creator"; creator: number }
  | { role: "notary"; notary: number }
  | { role: "regulator" };

type Registration = {
  kind: "register";
  agent: number;
  /** The agent whose wallet it names: its own, unless that wallet declined an earlier record. */
  wallet: number;
  parent: number;
  person: number;
  scope: string;
  selfModifying: boolean;
};

/** `agent` is the id that the contract will assign; 0 if it is about none. */
export type PlannedAction = { at: number; actor: Actor } & (
  | Registration
  | {
      kind:
        | "attest"
        | "terminate"
        | "confirm"
        | "decline"
        | "accept"
        | "propose-wallet"
        | "accept-wallet"
        | "set-attester"
        | "release"
        | "reactivate"
        | "update-capabilities"
        | "update-constitution";
      agent: number;
    }
  | { kind: "suspend" | "revoke"; agent: number; reason: string }
  | { kind: "propose"; agent: number; person: number }
  | { kind: "add-notary" | "remove-notary"; agent: 0; notary: number }
  | {
      kind: "certify" | "accept-certificate";
      agent: 0;
      person: number;
      notary: number;
      /** By the contract's numbers. */
      personKind: number;
      level: number;
      until: number;
    }
  | { kind: "report"; agent: number; amount: number; currency: string; category: string; periodDays: number }
);

export type PlannedAgent = {
  agent: number;
  /** The agent whose wallet it has; see `Registration`. */
  wallet: number;
  parent: number;
  generation: number;
  person: number;
  creator: Actor;
  registeredAt: number;
  /** Who agrees soon after the registration, unless it registered the agent itself. */
  agrees: { wallet: boolean; haftungsperson: boolean };
  /** Until when it attests and reports; earlier than the end for a lapsed, suspended or ended agent. */
  silentFrom: number;
  /** What changes its state, in order; empty for most, which stay Active. */
  fate: PlannedAction[];
  /** What its parties do later on, and leaves its state as it is. */
  deeds: PlannedAction[];
  /** Its last attestation is a fresh one, so that its agreement alone decides about it. */
  isFresh: boolean;
};

export function toWallet({ wallet }: Pick<PlannedAgent, "wallet">): Actor {
  return { role: "wallet", agent: wallet };
}

/** Who acts for an agent day by day: its wallet, or its creator if the wallet never agreed to the record. */
export function toSpeaker(agent: Pick<PlannedAgent, "wallet" | "creator" | "agrees">): Actor {
  return agent.agrees.wallet ? toWallet(agent) : agent.creator;
}
